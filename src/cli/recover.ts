import { Command } from 'commander'
import { loadConfig } from '../base/config.ts'
import { StartError } from '../base/start-error.ts'
import { recoverDatabase } from '../database/embedded/recover.ts'
import { configuredArchive } from './backups.ts'
import { commandLogger } from './command-logger.ts'

export const command = new Command('recover')
  .description('Put the embedded database into the state of a time, from DATABASE_ARCHIVE')
  .requiredOption('--time <time>', 'the time, such as 2026-11-28T14:05:00Z')
  .action(async (options: { time: string }) => {
    const time = new Date(options.time)
    if (Number.isNaN(time.getTime())) command.error('--time must be a time such as 2026-11-28T14:05:00Z.')
    if (time > new Date()) throw new StartError('--time is in the future; give one of the past.')
    const config = loadConfig()
    const archive = configuredArchive(config)
    const recovered = await recoverDatabase({ dataDir: config.dataDir, archive, time, log: commandLogger() })
    console.log(
      `Recovered the database to ${time.toISOString()}, from the base of ${recovered.base.toISOString()}. What it was before is in ${recovered.left}.`,
    )
  })
