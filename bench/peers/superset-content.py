"""Loads the demo's order lines and a dashboard of the same six tiles into Superset, and writes the requests for its charts."""

import json
import os
import sqlite3
import sys
import uuid

import pandas

from superset.app import create_app

home = os.environ["SUPERSET_HOME"]
csv, admin, password, content = sys.argv[1:]

YEAR = "2025-11-01 : 2026-11-01"
WEEKS = "2025-11-03 : 2026-10-26"
TILES = [
    # name, chart type, dimension, grain, metric, time range, compared with the year before, row limit
    ("Revenue", "big_number", "ordered_on", "P1M", "sales", YEAR, True, 10000),
    ("Orders", "big_number", "ordered_on", "P1M", "orders", YEAR, True, 10000),
    ("Revenue by week", "echarts_timeseries_line", "ordered_on", "P1W", "sales", WEEKS, True, 10000),
    ("Strongest cities", "table", "city", None, "sales", YEAR, True, 8),
    ("Revenue by region", "table", "region", None, "sales", YEAR, True, 1000),
    ("What people buy", "pie", "category", None, "sales", YEAR, False, 1000),
]

with sqlite3.connect(f"{home}/data.db") as data:
    lines = pandas.read_csv(csv, parse_dates=["ordered_on"])
    lines.to_sql("order_lines", data, index=False, if_exists="replace", chunksize=10000)

app = create_app()
with app.app_context():
    from superset import db, security_manager
    from superset.connectors.sqla.models import SqlaTable, SqlMetric
    from superset.models.core import Database
    from superset.models.dashboard import Dashboard
    from superset.models.embedded_dashboard import EmbeddedDashboard
    from superset.models.slice import Slice

    security_manager.add_user(
        admin, "Ad", "Min", "admin@localhost", security_manager.find_role("Admin"), password
    )
    database = Database(database_name="demo", sqlalchemy_uri=f"sqlite:///{home}/data.db")
    db.session.add(database)
    table = SqlaTable(table_name="order_lines", database=database, main_dttm_col="ordered_on")
    db.session.add(table)
    db.session.flush()
    table.fetch_metadata()
    table.metrics = [
        SqlMetric(metric_name="sales", expression="SUM(revenue)"),
        SqlMetric(metric_name="orders", expression="COUNT(DISTINCT order_id)"),
    ]
    db.session.flush()

    dashboard = Dashboard(dashboard_title="Six tiles", slug="six", published=True)
    db.session.add(dashboard)
    requests = []
    for name, kind, dimension, grain, metric, period, compared, limit in TILES:
        column = (
            {
                "columnType": "BASE_AXIS",
                "sqlExpression": dimension,
                "label": dimension,
                "expressionType": "SQL",
                "timeGrain": grain,
            }
            if grain
            else dimension
        )
        query = {
            "columns": [column],
            "metrics": [metric],
            "filters": [{"col": "ordered_on", "op": "TEMPORAL_RANGE", "val": period}],
            "extras": {"time_grain_sqla": grain} if grain else {},
            "orderby": [] if grain else [[metric, False]],
            "row_limit": limit,
            "time_offsets": ["1 year ago"] if compared else [],
        }
        context = {
            "datasource": {"id": table.id, "type": "table"},
            "queries": [query],
            "result_format": "json",
            "result_type": "full",
        }
        form = {
            "viz_type": kind,
            "datasource": f"{table.id}__table",
            "metrics": [metric],
            "groupby": [dimension],
        }
        chart = Slice(
            slice_name=name,
            viz_type=kind,
            datasource_id=table.id,
            datasource_type="table",
            datasource_name="order_lines",
            params=json.dumps(form),
            query_context=json.dumps(context),
        )
        dashboard.slices.append(chart)
        db.session.flush()
        place = {"slice_id": chart.id, "dashboardId": dashboard.id}
        requests.append({**context, "form_data": {**form, **place}})
    embedded = EmbeddedDashboard(uuid=uuid.uuid4(), dashboard_id=dashboard.id, allow_domain_list="")
    db.session.add(embedded)
    db.session.commit()
    with open(content, "w", encoding="utf-8") as file:
        json.dump({"dashboard": str(embedded.uuid), "charts": requests}, file)
