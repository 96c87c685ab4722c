import { type Difference, reviewedDifferences } from './contract-differences.ts'
import { type ContractVersion, rendererVersion } from './contract-document.ts'

/** Differences of pages, which both contracts have at the same place. */
const ofPages = reviewedDifferences.filter(({ at }) => /^RevisionPage(Document|Link|Computed)\//.test(at))

const contract: ContractVersion = rendererVersion

/** The members that the later contract requires, and that neither the specification has nor the renderer reads. */
const unread: readonly (readonly [schema: string, members: readonly string[]])[] = [
  ['Space', ['mergeRules']],
  ['Space/properties/permissions', ['installIntegration']],
  ['Site', ['appliedType', 'defaultLevel', 'permissions']],
  ['Site/properties/urls', ['preview']],
  ['RevisionBase', ['tags']],
  ['SiteRedirect', ['draft', 'captureWildcard', 'permanent', 'createdAt']],
]

/** The places where the answers to the renderer may differ from its contract. */
export const rendererDifferences: readonly Difference[] = [
  ...ofPages.map((difference) => ({ ...difference, contract })),
  ...unread.flatMap(([at, members]) =>
    members.map((member) => ({
      contract,
      at,
      member,
      reason: 'The contract requires it; neither the specification has it, nor does the renderer read it.',
    })),
  ),
  {
    contract,
    at: 'OpenAPISpecContent/properties/filesystem',
    becomes: {
      type: 'array',
      items: {
        type: 'object',
        required: ['filename', 'dir', 'isEntrypoint', 'references', 'specification'],
        properties: {
          filename: { type: 'string' },
          dir: { type: 'string' },
          isEntrypoint: { type: 'boolean' },
          references: { type: 'array', items: { type: 'string' } },
          specification: { type: 'object', additionalProperties: true },
        },
      },
    },
    reason: 'The contract calls it an object; the renderer reads a list of files.',
  },
]
