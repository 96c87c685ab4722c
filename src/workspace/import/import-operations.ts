import { graphql } from '../../generated/workspace-operations/gql.ts'

export const CreateSpaceForImport = graphql(`
  mutation CreateSpaceForImport($organization: ID!, $input: CreateSpaceInput!) {
    createSpace(organizationId: $organization, input: $input, hasFirstPage: true) { space { id title } }
  }
`)

export const StartImportOfAddress = graphql(`
  mutation StartImportOfAddress($organization: ID!, $input: StartImportRunInput!) {
    startImportRun(organizationId: $organization, input: $input) { importRun { id jobId } }
  }
`)

/** Is sent with its file, not by the client. */
export const StartImportOfFile = graphql(`
  mutation StartImportOfFile($space: ID!, $file: Upload!, $type: ImportSource!) {
    startFileImport(spaceId: $space, input: { upload: $file, type: $type, includesUnlisted: true }) {
      importRun { id jobId }
    }
  }
`)
