import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { casesOfTurn, isLongRun, oneRowIn } from '../../support/budget.ts'
import { buildSite, buildSiteSpace, type TestSite } from '../../support/factories/sites.ts'
import { bodyOf, chosenOf, type MemberTrial, memberTrials, settingsWith } from './members.ts'

let app: TestApp
let site: TestSite
let ofSite: string
let ofSiteSpace: string

beforeAll(async () => {
  app = await startTestApp()
  site = await buildSite(app)
  const siteSpace = await buildSiteSpace(site, 'Guide')
  ofSite = `${site.path}/customization`
  ofSiteSpace = `${site.path}/site-spaces/${siteSpace.id}/customization`
})
afterAll(() => app.close())
beforeEach(async () => {
  await site.client.put(ofSite, { favicon: {} })
  await site.client.delete(ofSiteSpace)
})

type Values = ReadonlyMap<string, unknown>

async function choose(values: Values) {
  const answer = await site.client.put(ofSite, { favicon: {}, ...bodyOf(values) })
  expect({ status: answer.status, error: answer.body.error }).toEqual({ status: 200 })
}

async function change(body: unknown) {
  const answer = await site.client.patch(ofSiteSpace, body)
  expect({ status: answer.status, error: answer.body.error }).toEqual({ status: 200 })
  expect((await site.client.get(ofSiteSpace)).body).toEqual(answer.body)
  return chosenOf(answer.body)
}

const groupNames = [
  'styling',
  'styling.codeTheme',
  'styling.sidebar',
  'header',
  'footer',
  'themes',
  'ai',
  'pageActions',
]

interface MemberSet {
  readonly name: string
  readonly members: readonly MemberTrial[]
  readonly others: readonly MemberTrial[]
}

function memberSet(name: string, isIn: (trial: MemberTrial, index: number) => boolean): MemberSet {
  const members = memberTrials.filter(isIn)
  return { name, members, others: memberTrials.filter((trial) => !members.includes(trial)) }
}

const setCount = 8

/** The selections of half of the sets, as bits. */
const selections = Array.from({ length: 2 ** setCount }, (_, bits) =>
  Array.from({ length: setCount }, (_, set) => ((bits >> set) & 1) === 1),
).filter((selection) => selection.filter(Boolean).length === setCount / 2)

/** Each member is in another half of the sets, so that for any two of them a set has the first and not the second. */
const separatingSets = Array.from({ length: setCount }, (_, set) =>
  memberSet(`set ${set}`, (_trial, index) => selections[index]?.[set] ?? false),
)

/** In long runs each member alone as well. */
const memberSets = isLongRun
  ? [...separatingSets, ...memberTrials.map((trial) => memberSet(trial.path, (each) => each === trial))]
  : separatingSets

test('for any two members, one of the sets has the first and not the second', () => {
  const together = memberTrials.flatMap((one) =>
    memberTrials
      .filter((other) => other !== one)
      .filter(
        (other) => !separatingSets.some((set) => set.members.includes(one) && set.others.includes(other)),
      )
      .map((other) => `${one.path} and ${other.path}`),
  )
  expect(together).toEqual([])
})

const valuesOf = (trials: readonly MemberTrial[], which: 'one' | 'other') =>
  new Map(trials.map((trial) => [trial.path, trial[which]]))

const nullsFor = (trials: readonly MemberTrial[]) => new Map(trials.map(({ path }) => [path, null]))

let sets = 0

describe.each(memberSets)('some members: $name', ({ members, others }) => {
  const falls = casesOfTurn(sets++, 6)
  /** Declares a case. In `npm test` five of the sets have one of them. */
  const row = () => test.runIf(falls())
  const one = valuesOf(members, 'one')
  const other = valuesOf(members, 'other')
  const ofOthers = valuesOf(others, 'one')

  row()('are chosen for a site and read back', async () => {
    for (const values of [one, other]) {
      await choose(values)
      expect(chosenOf((await site.client.get(ofSite)).body)).toEqual(settingsWith(values))
    }
  })

  row()(
    'of a site-space are changed when named, kept when absent, and those of the site when null',
    async () => {
      await choose(one)
      expect(await change({})).toEqual(settingsWith(one))
      expect(await change(bodyOf(other))).toEqual(settingsWith(other))
      expect(await change({})).toEqual(settingsWith(other))
      expect(await change(bodyOf(ofOthers))).toEqual(settingsWith(new Map([...other, ...ofOthers])))
      expect(await change(bodyOf(nullsFor(others)))).toEqual(settingsWith(other))
      expect(await change(bodyOf(nullsFor(members)))).toEqual(settingsWith(one))
      await choose(new Map())
      expect(chosenOf((await site.client.get(ofSiteSpace)).body)).toEqual(settingsWith(new Map()))
    },
  )

  row()('of a site-space follow the site no more once they are chosen', async () => {
    await change(bodyOf(one))
    await choose(other)
    expect(chosenOf((await site.client.get(ofSiteSpace)).body)).toEqual(settingsWith(one))
  })
})

describe('null for a whole group', () => {
  test.each(oneRowIn(3, groupNames))('%s resets all of its members and no others', async (group) => {
    const within = memberTrials.filter(({ path }) => path.startsWith(`${group}.`))
    const outside = memberTrials.filter(({ path }) => !path.startsWith(`${group}.`))
    const values = (trials: typeof memberTrials) => trials.map(({ path, one }) => [path, one] as const)
    await change(bodyOf(values([...within, ...outside])))
    expect(await change(bodyOf([[group, null]]))).toEqual(settingsWith(new Map(values(outside))))
  })
})

test('lists are replaced whole', async () => {
  const links = (...titles: string[]) => ({ links: titles.map((title) => ({ title, to: null, links: [] })) })
  await site.client.put(ofSite, { favicon: {}, header: links('A', 'B', 'C') })
  expect((await change({ header: links('D') })).header).toEqual({ preset: 'default', ...links('D') })
  expect((await change({ header: links() })).header).toEqual({ preset: 'default', links: [] })
  expect((await change({ header: { links: null } })).header).toEqual({
    preset: 'default',
    ...links('A', 'B', 'C'),
  })
})

test('changes at once do not lose each other', async () => {
  const trials = memberTrials.slice(0, 12)
  await Promise.all(trials.map(({ path, one }) => site.client.patch(ofSiteSpace, bodyOf([[path, one]]))))
  const chosen = new Map(trials.map(({ path, one }) => [path, one]))
  expect(chosenOf((await site.client.get(ofSiteSpace)).body)).toEqual(settingsWith(chosen))
})

test('the same is done in the graph', async () => {
  const siteSpaceId = ofSiteSpace.split('/').at(-2)
  const document = `mutation($siteId: ID!, $siteSpaceId: ID!, $input: SiteSpaceCustomizationSettingsInput!) {
    updateSiteSpaceCustomization(siteId: $siteId, siteSpaceId: $siteSpaceId, input: $input) {
      siteCustomizationSettings {
        title styling { theme corners sidebar { list } } internationalization { locale }
      }
    }
  }`
  const mutate = async (input: unknown) => {
    const { data, errors } = await site.client.gql(document, { siteId: site.id, siteSpaceId, input })
    expect(errors).toBeUndefined()
    return data.updateSiteSpaceCustomization.siteCustomizationSettings
  }
  const styling = { theme: 'BOLD', sidebar: { list: 'PILL' } }
  expect(await mutate({ title: 'Own', styling, internationalization: { locale: 'PT_BR' } })).toEqual({
    title: 'Own',
    styling: { theme: 'BOLD', corners: 'ROUNDED', sidebar: { list: 'PILL' } },
    internationalization: { locale: 'PT_BR' },
  })
  expect(await mutate({ title: null, styling: { theme: null, corners: 'STRAIGHT' } })).toEqual({
    title: null,
    styling: { theme: 'CLEAN', corners: 'STRAIGHT', sidebar: { list: 'PILL' } },
    internationalization: { locale: 'PT_BR' },
  })
  const { body } = await site.client.get(ofSiteSpace)
  expect(body.styling).toMatchObject({ theme: 'clean', corners: 'straight' })
  const remove = `mutation($siteId: ID!, $siteSpaceId: ID!) {
    deleteSiteSpaceCustomization(siteId: $siteId, siteSpaceId: $siteSpaceId) {
      siteSpace { id customization { title } }
    }
  }`
  const { data } = await site.client.gql(remove, { siteId: site.id, siteSpaceId })
  expect(data.deleteSiteSpaceCustomization.siteSpace).toEqual({
    id: siteSpaceId,
    customization: { title: null },
  })
  expect(chosenOf((await site.client.get(ofSiteSpace)).body)).toEqual(settingsWith(new Map()))
})
