import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { liveContent } from '../../../src/modules/content/revision-writer.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { buildProposal, buildSpaceWith, pageAt } from '../../support/factories/change-requests.ts'
import { buildReusableContent, sendChanges, writePage } from '../../support/factories/content.ts'
import { buildMember, buildOrganization, type TestUser } from '../../support/factories/organizations.ts'

let app: TestApp
let client: TestClient
let admin: TestUser
let organizationId: string
let space: { readonly id: string; readonly address: string }
/** The ids of the pages. */
let guide: string
let setup: string
let fileId: string

const renderedPage = `query ($space: ID!, $page: ID!, $changeRequest: ID) {
  page(spaceId: $space, pageId: $page, changeRequestId: $changeRequest) {
    ... on DocumentPage { rendered { html outline { anchor title level } } }
  }
}`

const renderedDraft = `query ($space: ID!, $page: ID, $changeRequest: ID, $markdown: String!) {
  renderedDraft(spaceId: $space, pageId: $page, changeRequestId: $changeRequest, markdown: $markdown) {
    html outline { anchor title level }
  }
}`

const pictureBytes =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

beforeAll(async () => {
  app = await startTestApp()
  const organization = await buildOrganization(app)
  organizationId = organization.id
  admin = organization.admin
  client = app.as(admin)
  space = await buildSpaceWith(client, organization.id, { Guide: 'Text', Setup: '## Install' })
  const at = (path: string) => pageAt(client, `${space.address}/content`, path)
  guide = await at('guide')
  setup = await at('setup')
  const added = await sendChanges(client, space.id, {
    operation: 'insert_files',
    files: [{ name: 'dot.png', contentType: 'image/png', base64: pictureBytes }],
  })
  fileId = added.body.insertedFiles[0].id
})
afterAll(() => app.close())

const draft = async (markdown: string, more: object = {}, reader = client) => {
  const { data, errors } = await reader.gql(renderedDraft, {
    space: space.id,
    page: guide,
    markdown,
    ...more,
  })
  return { ...data?.renderedDraft, errors } as {
    readonly html: string
    readonly outline: readonly object[]
    readonly errors: readonly { readonly extensions: Record<string, unknown> }[] | undefined
  }
}

describe('a draft is rendered as sites render a body', () => {
  test('with blocks, colors of code, diagrams, and the headings of the outline', async () => {
    const { html, outline, errors } = await draft(
      [
        '---\ntitle: Other\n---\n\n# Title\n\n## First\n\n### Below\n\n{% hint style="info" %}\nMind\n{% endhint %}',
        '```js\nconst one = 1\n```\n\n```mermaid\ngraph LR\n  A --> B\n```',
      ].join('\n\n'),
    )
    expect(errors).toBeUndefined()
    expect(html).toContain('<h2 id="first"')
    expect(html).not.toContain('Title')
    expect(html).toMatch(/class="[^"]*hint[^"]*info/)
    expect(html).toMatch(/<span class="l\d+ d\d+">const/)
    expect(html).toContain('<svg')
    expect(outline).toEqual([
      { anchor: 'first', title: 'First', level: 2 },
      { anchor: 'below', title: 'Below', level: 3 },
    ])
  })

  test('with links to the workspace', async () => {
    const { html } = await draft(
      `[page](/pages/${setup}) [section](/pages/${setup}#install) [relative](setup.md) [web](https://example.com/) [nowhere](/none)`,
    )
    const address = `/s/${space.id}/pages/${setup}`
    expect(html).toContain(`<a href="${address}">page</a>`)
    expect(html).toContain(`<a href="${address}#install">section</a>`)
    expect(html).toContain(`<a href="${address}">relative</a>`)
    expect(html).toContain('<a href="https://example.com/">web</a>')
    expect(html).not.toContain('href="/none"')
  })

  test('with files that the browser of the viewer can load', async () => {
    const { html } = await draft(`![dot](/files/${fileId})`)
    const [, source = ''] = /<img[^>]* src="([^"]+)"/.exec(html) ?? []
    expect(source).toMatch(/^\/files\//)
    const response = await fetch(`${app.url}${source.replaceAll(/&(amp|#x26);/g, '&')}`)
    expect({ status: response.status, type: response.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'image/png',
    })
  })

  test('with what is included, what is evaluated, and the parts of all visitors', async () => {
    await sendChanges(client, space.id, { operation: 'set_variables', variables: { product: 'Acme' } })
    const reusable = await buildReusableContent(app, admin, liveContent(space.id), {
      markdown: 'Included text',
    })
    const { html } = await draft(
      [
        `{% include "/reusable-contents/${reusable}" %}`,
        '<code class="expression">space.vars.product</code>',
        '{% if visitor.claims.plan == "pro" %}\nOnly for some\n{% endif %}',
      ].join('\n\n'),
    )
    expect(html).toContain('Included text')
    expect(html).toContain('Acme')
    expect(html).toContain('Only for some')
  })

  test('without anything that runs', async () => {
    const { html } = await draft(
      '<script>alert(1)</script>\n\n<img src="x" onerror="alert(1)">\n\n[link](javascript:alert(1))\n\n<iframe src="https://example.com"></iframe>',
    )
    expect(html).not.toMatch(/<script|<iframe|onerror|href="javascript/i)
  })
})

describe('a draft is refused', () => {
  test('if it is more than a page may have, with the reason', async () => {
    const { errors } = await draft(`${'> '.repeat(500)}deep`)
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [{ path: 'markdown', message: expect.stringContaining('nests deeper') }],
    })
  })

  test('to those who may not read the space, and for pages that are not there', async () => {
    const stranger = app.as(await buildMember(app, organizationId, null))
    const { errors } = await draft('Text', {}, stranger)
    expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND')
    const { errors: others } = await draft('Text', { page: 'none' })
    expect(others?.[0]?.extensions.code).toBe('NOT_FOUND')
  })

  test('not to readers', async () => {
    const reader = app.as(await buildMember(app, organizationId, 'READ'))
    expect((await draft('Text', {}, reader)).html).toContain('<p>Text</p>')
  })
})

describe('a page is rendered', () => {
  test('as it is in live content and in a change request, with links that stay there', async () => {
    const proposal = await buildProposal(client, space.id)
    await proposal.change(writePage(guide, `Changed [setup](/pages/${setup})`))
    const read = async (changeRequest?: string) => {
      const { data, errors } = await client.gql(renderedPage, { space: space.id, page: guide, changeRequest })
      expect(errors).toBeUndefined()
      return data.page.rendered.html as string
    }
    expect(await read()).toContain('<p>Text</p>')
    const { data } = await client.gql(
      'query ($space: ID!, $id: ID!) { changeRequest(spaceId: $space, id: $id) { number descriptionHtml } }',
      { space: space.id, id: proposal.id },
    )
    expect(data.changeRequest.descriptionHtml).toBeNull()
    expect(await read(proposal.id)).toContain(
      `Changed <a href="/s/${space.id}/~/changes/${data.changeRequest.number}/pages/${setup}">setup</a>`,
    )
    await client.patch(proposal.address, { description: { markdown: `**See** [setup](/pages/${setup})` } })
    const changes = await client.gql(
      `query ($space: ID!, $id: ID!) {
        changeRequest(spaceId: $space, id: $id) { number descriptionHtml changes(first: 5) { nodes { body { before { html } after { html } } } } }
      }`,
      { space: space.id, id: proposal.id },
    )
    const { number, descriptionHtml } = changes.data.changeRequest
    expect(descriptionHtml).toContain('<strong>See</strong>')
    expect(descriptionHtml).toContain(`href="/s/${space.id}/~/changes/${number}/pages/${setup}"`)
    const { body } = changes.data.changeRequest.changes.nodes[0]
    expect(body.before.html).toContain('Text')
    expect(body.after.html).toContain('Changed')
  })
})

describe('a comment is rendered', () => {
  test('with its replies, and the names of those whom it mentions', async () => {
    const { data } = await client.gql(
      'mutation ($space: ID, $input: CreateCommentInput!) { createComment(spaceId: $space, input: $input) { comment { id } } }',
      {
        space: space.id,
        input: {
          page: guide,
          body: {
            markdown: `**Look** at [this](/pages/${setup}), <a href="/users/${admin.id}" class="mention">@x</a> <script>alert(1)</script>`,
          },
        },
      },
    )
    const { id } = data.createComment.comment
    await client.gql(
      'mutation ($id: ID!) { createCommentReply(commentId: $id, input: { body: { markdown: "*Done*" } }) { commentReply { id } } }',
      { id },
    )
    const { data: shown, errors } = await client.gql(
      'query ($id: ID!) { comment(id: $id) { body { markdown html } replies { nodes { body(format: DOCUMENT) { html } } } } }',
      { id },
    )
    expect(errors).toBeUndefined()
    const { html } = shown.comment.body
    expect(html).toContain('<strong>Look</strong>')
    expect(html).toContain(`href="/s/${space.id}/pages/${setup}"`)
    expect(html).not.toContain('<script')
    expect(shown.comment.replies.nodes[0].body.html).toContain('<em>Done</em>')
  })
})
