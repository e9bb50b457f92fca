/** Returns the part of the repository's lockfile that the server's production dependencies need. */
export function productionLock({ lockfileVersion, packages: locked }, manifest) {
  const packages = { '': manifest };
  const visit = (from, { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) => {
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const path = findLocked(locked, from, name);
      if (path === undefined) {
        if (optionalDependencies?.[name] || peerDependenciesMeta?.[name]?.optional) continue;
        throw new Error(`package-lock.json has no ${name}, which ${from} needs. Run npm install.`);
      }
      const { dev, devOptional, peer, ...entry } = locked[path];
      const place = path.replace(/^packages\/server\//, '');
      if (packages[place]?.version === entry.version) continue;
      if (packages[place]) throw new Error(`Two versions of ${name} are locked for the server.`);
      packages[place] = entry;
      visit(path, entry);
    }
  };
  visit('packages/server', manifest);
  const sorted = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  const { name, version } = manifest;
  return { name, version, lockfileVersion, requires: true, packages: sorted };
}

/** Looks where Node looks: in the folder itself, then in those above it. */
function findLocked(locked, from, name) {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('/'))) {
    const path = folder.endsWith('/node_modules') ? undefined : `${folder}/node_modules/${name}`;
    if (path && locked[path] && !locked[path].link) return path;
    if (!folder.includes('/')) return locked[`node_modules/${name}`] ? `node_modules/${name}` : undefined;
  }
}
