"""Runs every check of scim2-tester against a server; prints one line of JSON per result."""

import json
import sys

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import check_server

base, token = sys.argv[1:]
client = SyncSCIMClient(Client(base_url=base, headers={"Authorization": f"Bearer {token}"}))
for result in check_server(client):
    print(
        json.dumps(
            {
                "status": result.status.name,
                "title": result.title,
                "resource": result.resource_type,
                "reason": result.reason,
            }
        )
    )
