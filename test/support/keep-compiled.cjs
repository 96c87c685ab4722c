// The next run takes the code of its workers from here, compiled. Vitest ends a worker by a signal, before which Node
// would not write it.
const { enableCompileCache, flushCompileCache } = require('node:module')

enableCompileCache(require('node:path').join(__dirname, '../../node_modules/.cache/lectern/tests'))
process.once('SIGTERM', () => {
  flushCompileCache()
  process.exit()
})
