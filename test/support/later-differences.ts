import { type Difference, reviewedDifferences } from './contract-differences.ts'
import { type ContractVersion, laterVersion } from './contract-document.ts'

const contract: ContractVersion = laterVersion

/** The differences that are at the same place in both contracts. */
const ofBoth = reviewedDifferences.filter(({ at }) =>
  /^GitSyncState$|^RevisionPage(Document|Link|Computed)\/|^RevisionSemanticChangePageEdited\/|^Translation$/.test(
    at,
  ),
)

/** The places where answers may differ from the later contract. */
export const laterDifferences: readonly Difference[] = [
  ...ofBoth.map((difference) => ({ ...difference, contract })),
  ...['installationId', 'installationProvider', 'installationStatus'].map((member) => ({
    contract,
    at: 'GitSyncState',
    member,
    reason: 'A space is connected with a branch by itself, and not by an installed integration.',
  })),
  {
    contract,
    at: 'ContentImportSource',
    becomes: {
      type: 'object',
      required: ['type', 'url'],
      properties: { type: { type: 'string' }, url: { type: 'string', format: 'uri' } },
    },
    reason: 'Lectern imports from more sources than websites and files, each with a type of its own.',
  },
]

/** The places where answers to the renderer may differ besides. */
export const rendererDifferences: readonly Difference[] = [
  ...laterDifferences,
  ...[
    ['OpenAPISpecContent', 'url'],
    ['SiteSection/properties/urls', 'location'],
    ['SiteSpace/properties/urls', 'location'],
  ].map(([at = '', member = '']) => ({
    contract,
    at,
    member,
    becomes: { type: 'string' },
    reason: 'The specification has it.',
  })),
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
