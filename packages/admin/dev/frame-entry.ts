// What an embedded page loads in development in place of the built loader.
import '../../frame/src/loader.ts';

const reload = () => location.reload();
import.meta.hot?.accept('../../frame/src/loader.ts', reload);
import.meta.hot?.on('inlay:server-restarted', reload);
