import { limited } from '../../../base/validation.ts'
import { contentLimits } from '../../../formats/body/limits.ts'
import { treeOfNodes } from '../../../formats/page/model/tree-of-nodes.ts'
import { causeExtension } from '../../../graph/declare/cause.ts'
import { builder } from '../../../graphql/builder.ts'
import { ComputedSourceInput } from '../../spaces/computed-source.ts'
import { loadBodyOfSource, loadPagesOfSource } from '../computed/source-reads.ts'
import type { LocatedPage } from '../located-content.ts'
import { shownTree } from '../shown-bodies.ts'
import { File } from './file.ts'
import { nestedPages, Page } from './page.ts'
import { ReusableContent } from './reusable-content.ts'
import { keysArgument } from './tree-arguments.ts'

const ComputedRevision = builder
  .objectRef<{ readonly pages: readonly LocatedPage[] }>('ComputedRevision')
  .implement({
    description: 'The content that a computed page would generate.',
    fields: (t) => ({
      allPages: t.field({
        type: [Page],
        description: 'The pages in reading order: every page directly before its subpages.',
        extensions: nestedPages,
        resolve: ({ pages }) => [...pages],
      }),
      allFiles: t.field({
        type: [File],
        description: 'The files. Always empty for an OpenAPI specification.',
        resolve: () => [],
      }),
      allReusableContents: t.field({
        type: [ReusableContent],
        description: 'The reusable contents. Always empty for an OpenAPI specification.',
        resolve: () => [],
      }),
    }),
  })

builder.queryFields((t) => {
  const spaceId = t.arg.id({ required: true, description: 'Id of the space.' })
  const seed = t.arg.string({
    required: true,
    description: 'The seed from which the ids of generated pages are derived.',
    ...limited(contentLimits.computedSeed),
  })
  return {
    computedDocument: t.field({
      extensions: { [causeExtension]: 'It computes content.' },
      type: 'JSON',
      description: `The body that a document with this source would have, ${treeOfNodes}.`,
      permission: 'organization:view-openapi-specs',
      args: {
        spaceId,
        source: t.arg({
          type: ComputedSourceInput,
          required: true,
          description: 'A page of an OpenAPI specification of the organization.',
        }),
        seed,
        keys: keysArgument(t),
      },
      resolve: async (_root, { spaceId, source, seed, keys }, context) =>
        shownTree(context, await loadBodyOfSource(context, spaceId, { source, seed }), null, { keys }),
    }),
    computedRevision: t.field({
      extensions: { [causeExtension]: 'It computes content.' },
      type: ComputedRevision,
      description: 'The content that a computed page with this source would generate.',
      permission: 'organization:view-openapi-specs',
      args: {
        spaceId,
        source: t.arg({
          type: ComputedSourceInput,
          required: true,
          description: 'An OpenAPI specification of the organization.',
        }),
        seed,
      },
      resolve: async (_root, args, context) => ({
        pages: await loadPagesOfSource(context, args.spaceId, args),
      }),
    }),
  }
})
