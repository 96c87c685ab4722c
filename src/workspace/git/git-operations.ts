import { graphql } from '../../generated/workspace-operations/gql.ts'

export const GitQuery = graphql(`
  query GitScreen($space: ID!, $job: ID!, $hasJob: Boolean!) {
    viewer { id ...ViewerOfFrame }
    space(id: $space) {
      id
      permissions { admin triggerGitSync }
      ...SpaceOfFrame
      ...GitOfSpace
    }
    job(id: $job) @include(if: $hasJob) { id ...GitJob }
  }
`)

export const GitOfSpace = graphql(`
  fragment GitOfSpace on Space {
    id
    gitLink { id ...GitConnectionOfScreen }
  }
`)

export const GitConnectionOfScreen = graphql(`
  fragment GitConnectionOfScreen on GitLink {
    id
    ...GitSettings
    ...GitState
    urls { webhook }
    previews(first: 50) {
      nodes {
        id
        ref
        state
        changeRequest { id number subject status }
      }
    }
  }
`)

export const GitSettings = graphql(`
  fragment GitSettings on GitLink {
    id
    url
    branch
    directory
    direction
    username
    hasToken
    pollMinutes
    isPulling
    isPushing
  }
`)

export const GitState = graphql(`
  fragment GitState on GitLink {
    id
    repository
    branch
    directory
    direction
    isPulling
    isPushing
    isSyncing
    commit
    commitURL
    syncedAt
    checkedAt
    state { code detail named { name values } file line since }
    problems { code message named { name values } file line }
    conflictRequest { id number subject status }
  }
`)

export const GitJob = graphql(`
  fragment GitJob on Job {
    id
    status
    progress { done total }
    error { message extensions }
    gitSync {
      isDryRun
      changeCount
      changes { side kind name from }
      problems { code message named { name values } file line }
      state { code detail named { name values } file line }
    }
  }
`)

export const ConnectGit = graphql(`
  mutation ConnectGit($space: ID!, $input: ConnectGitInput!) {
    connectGit(spaceId: $space, input: $input) { webhookSecret space { id ...GitOfSpace } }
  }
`)

export const DisconnectGit = graphql(`
  mutation DisconnectGit($space: ID!) {
    disconnectGit(spaceId: $space) { space { id ...GitOfSpace } }
  }
`)

export const RotateGitSecret = graphql(`
  mutation RotateGitSecret($space: ID!) {
    rotateGitWebhookSecret(spaceId: $space) { webhookSecret gitLink { id } }
  }
`)

export const ImportFromGit = graphql(`
  mutation ImportFromGit($space: ID!, $input: ImportFromGitInput!) {
    importFromGit(spaceId: $space, input: $input) { job { id ...GitJob } }
  }
`)

export const ExportToGit = graphql(`
  mutation ExportToGit($space: ID!, $input: ExportToGitInput!) {
    exportToGit(spaceId: $space, input: $input) { job { id ...GitJob } }
  }
`)

export const PreviewGitRef = graphql(`
  mutation PreviewGitRef($space: ID!, $input: PreviewGitRefInput!) {
    previewGitRef(spaceId: $space, input: $input) {
      gitPreview { id gitLink { id ...GitConnectionOfScreen } }
    }
  }
`)

export const DeleteGitPreview = graphql(`
  mutation DeleteGitPreview($space: ID!, $preview: ID!) {
    deleteGitPreview(spaceId: $space, gitPreviewId: $preview) {
      gitLink { id ...GitConnectionOfScreen }
    }
  }
`)
