import { parseArgs } from 'node:util'
import pino from 'pino'
import { addSmallOrganizations } from '../scale/skewed-organization.ts'
import { addPages, pagesPerSpace } from './add-pages.ts'
import { openDatabase, settle } from './database.ts'
import { positive } from './options.ts'
import { seedId, token } from './seed-ids.ts'

// npm run seed -- --pages 1000000: fills the empty database of DATABASE_URL with an organization of so many pages beside small
// ones, to see how a server behaves on it.
const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '50000' },
    'small-organizations': { type: 'string', default: '2000' },
  },
})
const spaces = Math.ceil(positive('pages', values.pages) / pagesPerSpace)
if (!process.env.DATABASE_URL) throw new Error('DATABASE_URL must name an empty database of a superuser')

const database = await openDatabase(pino({ level: 'warn' }))
try {
  await addSmallOrganizations(database, positive('small-organizations', values['small-organizations']))
  const organizationId = seedId('org', 1)
  const start = Date.now()
  await addPages(database, organizationId, { first: 1, last: spaces }, (pages) => {
    const perSecond = Math.round(pages / ((Date.now() - start) / 1000))
    process.stderr.write(`\r${pages} of ${spaces * pagesPerSpace} pages, ${perSecond} a second `)
  })
  await settle(database)
  console.log(`\nThe organization ${organizationId} is administered with the token ${token}`)
} finally {
  await database.close()
}
