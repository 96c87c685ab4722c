import { Command } from 'commander'
import { StartError } from '../base/start-error.ts'
import { printedLinkMinutes } from '../modules/sign-in-links/limits.ts'
import { addressOfLink } from '../modules/sign-in-links/links.ts'
import { printLinkFor } from '../modules/sign-in-links/printed-links.ts'
import { once } from './once.ts'
import { withDatabase } from './with-database.ts'

export const command = new Command('sign-in-link')
  .description('print an address that signs a user in once; also the way back for an admin')
  .option('--user <email>', 'the user whom it signs in; the first admin if absent', once('--user'))
  .action(({ user }: { user?: string }) =>
    withDatabase({ shared: true }, async ({ config, database }) => {
      const link = await printLinkFor(database, user)
      if (!link)
        throw new StartError(
          user === undefined
            ? 'There is no admin; start the server on an empty database, which makes one.'
            : `There is no user ${user}; give the email address of a user of this server.`,
        )
      console.log(addressOfLink(config, link.secret))
      console.error(`It signs ${link.email} in once, within ${printedLinkMinutes} minutes.`)
    }),
  )
