import { randomUUID } from 'node:crypto'
import { viewerOfUser } from './access/authenticate.ts'
import { schema } from './composition/graph.ts'
import type { Context } from './graphql/context.ts'
import { executeOperation, prepareOperation } from './graphql/execute.ts'

interface SamplePage {
  readonly title: string
  readonly emoji: string
  readonly markdown: string
}

interface SampleSpace {
  readonly title: string
  readonly emoji: string
  readonly pages: readonly SamplePage[]
}

const guide: SampleSpace = {
  title: 'Guide',
  emoji: '📘',
  pages: [
    {
      title: 'Welcome',
      emoji: '👋',
      markdown: `Lectern keeps documentation in **spaces** and publishes it on **sites**.

{% hint style="info" %}
This space is an example. Change it, or delete it: it can be restored for seven days.
{% endhint %}

## Where to begin

1. Import a repository: \`npm run import -- <folder, zip or git URL> --new "My docs"\`
2. Look at the result in GraphiQL.
3. Add the space to a site.
`,
    },
    {
      title: 'Spaces and pages',
      emoji: '📄',
      markdown: `A space holds a tree of pages. Every change makes a new **revision**; older ones stay as they were.

| Role | May |
| --- | --- |
| read | read |
| comment | take part in discussions |
| edit | change pages |
| create | create, move and delete spaces |
`,
    },
    {
      title: 'Sites and sections',
      emoji: '🌐',
      markdown: 'A site shows one or more spaces. With many of them, **sections** keep them apart.',
    },
  ],
}

const reference: SampleSpace = {
  title: 'API reference',
  emoji: '🔌',
  pages: [
    {
      title: 'GraphQL',
      emoji: '🕸️',
      markdown: `One request reads a whole tree:

\`\`\`graphql
{ organizations { nodes { title sites { nodes { title } } } } }
\`\`\`
`,
    },
    {
      title: 'REST',
      emoji: '🧾',
      markdown: 'Every operation below `/v1` names a GraphQL operation, so that both behave alike.',
    },
  ],
}

/** Creates the sample spaces and the sample site, through the graph like any client, as the first admin. */
export async function createSampleContent(
  { config, database, logger }: Pick<Context, 'config' | 'database' | 'logger'>,
  first: { organizationId: string; userId: string },
): Promise<void> {
  const viewer = await viewerOfUser(database.pool, first.userId)
  const context: Context = { requestId: randomUUID(), logger, config, database, door: 'rest', viewer }
  const guideId = await createSpace(context, first.organizationId, guide)
  const referenceId = await createSpace(context, first.organizationId, reference)
  const site = await run(
    context,
    `mutation ($organizationId: ID!, $input: CreateSiteInput!) {
      created: createSite(organizationId: $organizationId, input: $input) { id }
    }`,
    { organizationId: first.organizationId, input: { title: 'Sample site' } },
  )
  for (const [spaceId, title] of [
    [guideId, guide.title],
    [referenceId, reference.title],
  ])
    await run(
      context,
      `mutation ($organizationId: ID!, $siteId: ID!, $input: CreateSiteSectionInput!) {
        created: createSiteSection(organizationId: $organizationId, siteId: $siteId, input: $input) { id }
      }`,
      { organizationId: first.organizationId, siteId: site, input: { spaceId, title } },
    )
}

async function createSpace(context: Context, organizationId: string, space: SampleSpace): Promise<string> {
  const spaceId = await run(
    context,
    `mutation ($organizationId: ID!, $input: CreateSpaceInput!) {
      created: createSpace(organizationId: $organizationId, input: $input) { id }
    }`,
    { organizationId, input: { title: space.title, emoji: space.emoji } },
  )
  const changes = space.pages.map(({ title, emoji, markdown }) => ({
    operation: 'INSERT_PAGE',
    title,
    emoji,
    document: { markdown },
  }))
  await run(
    context,
    `mutation ($spaceId: ID!, $input: UpdateContentInput!) {
      created: updateContent(spaceId: $spaceId, input: $input) { revision { id } }
    }`,
    { spaceId, input: { changes } },
  )
  return spaceId
}

/** Runs a mutation and gives the id of what it created. */
async function run(context: Context, document: string, variables: Record<string, unknown>): Promise<string> {
  const { document: prepared } = prepareOperation(schema, document)
  const { data, errors } = await executeOperation(schema, prepared, variables, context)
  if (errors?.[0]) throw errors[0]
  return (data as { created: { id: string } }).created.id
}
