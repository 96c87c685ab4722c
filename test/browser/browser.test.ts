import { afterAll, describe } from 'vitest'
import { chromiumPath, closePages } from './chromium.ts'
import { describeExplorers } from './explorers.ts'
import { describePeoplePages } from './pages.ts'
import { describePublishedSite } from './published-site.ts'
import { describeSignIn } from './sign-in.ts'
import { describeSiteBlocks } from './site-blocks.ts'

describe.skipIf(chromiumPath === undefined)('in a real browser', () => {
  afterAll(closePages)

  describePublishedSite()
  describeSiteBlocks()
  describeExplorers()
  describeSignIn()
  describePeoplePages()
})
