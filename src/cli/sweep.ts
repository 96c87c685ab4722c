import { Command } from 'commander'
import { StartError } from '../base/start-error.ts'
import { claimStore } from '../modules/content/store-id.ts'
import { sweep } from '../server/sweep.ts'
import { withDatabase } from './with-database.ts'

export const command = new Command('sweep')
  .description('Delete what nothing refers to any longer, also while the server runs')
  .action(() =>
    withDatabase({ shared: true }, async (options) => {
      await claimStore(options)
      const swept = await sweep({ ...options, warn: (message) => console.error(message) })
      if (!swept) throw new StartError('Another sweep or a backup is running; try again when it has ended.')
      for (const [what, number] of Object.entries(swept)) console.log(`${what}: ${number}`)
    }),
  )
