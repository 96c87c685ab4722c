import { newId } from '../../base/identifiers.ts'
import type { Context } from '../../request/context.ts'
import { commitImportedTree } from '../content/import-tree.ts'
import { liveContent } from '../content/revision-writer.ts'

const pages = [
  {
    title: 'Welcome',
    markdown: `This space is published by your site.

- Edit this page, or replace it with your own.
- Group pages in the table of contents.
- Add more spaces to the site, as variants or in sections.`,
  },
  {
    title: 'Getting started',
    markdown: `## Write

Pages are Markdown, with blocks for hints, tabs and more.

{% hint style="info" %}
This is a hint.
{% endhint %}

## Publish

The site is not published yet. Choose who may read it, and publish it when it is ready.`,
  },
] as const

/** Creates two sample pages in a new space. */
export async function writeSampleContent(context: Context, space: { readonly id: string }): Promise<void> {
  await commitImportedTree(context, liveContent(space.id), {
    pages: pages.map((page) => ({ id: newId('Page'), ...page })),
    files: [],
  })
}
