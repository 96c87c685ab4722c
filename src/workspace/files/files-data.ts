import { graphql } from '../../generated/workspace-operations/gql.ts'

export const FilesOfSpace = graphql(`
  fragment FilesOfSpace on Space {
    id
    revisionId
    revision {
      id
      files(first: $first, orderBy: { field: NAME }) {
        totalCount
        pageInfo { hasNextPage }
        nodes { id ...FileOfList }
      }
    }
  }
`)

export const FileOfList = graphql(`
  fragment FileOfList on File {
    id
    fileId
    name
    contentType
    size
    downloadURL
    dimensions { width height }
    backlinks(first: 5) { totalCount nodes { page { id pageId title } } }
  }
`)

export const FilesQuery = graphql(`
  query FilesScreen($space: ID!, $first: Int!) {
    viewer { id ...ViewerOfFrame }
    space(id: $space) {
      id
      editMode
      permissions { edit }
      ...SpaceOfFrame
      ...FilesOfSpace
    }
  }
`)

export const DeleteFile = graphql(`
  mutation DeleteFile($space: ID!, $file: ID!, $first: Int!) {
    updateContent(spaceId: $space, input: { changes: [{ deleteFile: { file: $file } }] }) {
      revisionId
      query { space(id: $space) { id ...FilesOfSpace } }
    }
  }
`)

export const RenameFile = graphql(`
  mutation RenameFile($space: ID!, $file: ID!, $name: String!, $first: Int!) {
    updateContent(spaceId: $space, input: { changes: [{ updateFile: { file: $file, name: $name } }] }) {
      revisionId
      query { space(id: $space) { id ...FilesOfSpace } }
    }
  }
`)
