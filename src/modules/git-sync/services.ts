import type { Service, ServiceServices } from '../module.ts'
import { sweepCopies } from './copies.ts'
import { GitSyncRunner } from './runner.ts'

const sweepTask = 'remove-copies-of-repositories'

/** Syncs what is due as long as the process runs, and removes the copies of connections that are gone every day. */
export function gitSyncServices(services: ServiceServices): readonly Service[] {
  const { config, database } = services
  const runner = new GitSyncRunner(services)
  return [
    {
      start: () => runner.start(),
      stop: () => runner.stop(),
      jobs: {
        tasks: {
          [sweepTask]: async () => {
            await sweepCopies(config, database)
          },
        },
        crontab: `41 4 * * * ${sweepTask} ?jobKey=${sweepTask}&max=3`,
      },
    },
  ]
}
