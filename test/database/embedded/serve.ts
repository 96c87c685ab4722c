import pino from 'pino'
import { StartError } from '../../../src/base/start-error.ts'
import { startEmbeddedPostgres } from '../../../src/database/embedded/launcher.ts'

// Runs an embedded database until it is told to stop. Where it is goes to standard output, its log to the other.
const { DATA_DIR = '', UMASK, SHARED } = process.env
if (UMASK) process.umask(Number.parseInt(UMASK, 8))
try {
  const log = pino({ level: 'info' }, pino.destination(2))
  const server = await startEmbeddedPostgres({ dataDir: DATA_DIR, log, shared: SHARED === 'yes' })
  process.once('SIGTERM', async () => {
    await server.stop()
    process.exit(0)
  })
  console.log(JSON.stringify({ url: server.url, home: server.home }))
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exit(1)
}
