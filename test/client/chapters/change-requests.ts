import { liveContent } from '../../../src/modules/content/revision-writer.ts'
import { startSourceServer } from '../../modules/imports/source-server.ts'
import { buildReusableContent } from '../../support/factories/content.ts'
import type { Narrator } from './narrator.ts'
import { zippedRepository } from './repository.ts'

/** A proposal is written, discussed with reviewers, updated and merged; another runs into a conflict. */
export async function changeRequests(narrator: Narrator): Promise<void> {
  const { app, organization, reviewer, client, clientOf, write } = narrator
  const { orgs, spaces, urls } = client
  const { data: space } = await orgs.createSpace(organization.id, { title: 'Handbook' })
  const source = await startSourceServer()
  const url = source.serve('/docs.zip', await zippedRepository())
  await spaces.importContent(space.id, { url, source: 'zip' })
  const { data: page } = await spaces.getPageByPath(space.id, 'guides/guide', { format: 'markdown' })
  const reusable = await buildReusableContent(app, organization.admin, liveContent(space.id))
  const [file] = (await spaces.listFiles(space.id)).data.items
  const rewrite = (address: string, from: string, to: string) =>
    write(address, {
      operation: 'update_page',
      page: page.id,
      document: { markdown: page.markdown.replace(from, to) },
    })

  const { data: request } = await spaces.createChangeRequest(space.id, { subject: 'Better words' })
  const of = [space.id, request.id] as const
  const address = `/spaces/${space.id}/change-requests/${request.id}`
  await rewrite(address, 'First.', 'Proposed.')
  const added = { operation: 'insert_page', title: 'Added', document: { markdown: 'New.' } }
  await write(address, added, { operation: 'update_page', page: page.id, title: 'The guide' })
  await spaces.updateChangeRequestById(...of, { subject: 'The best words' })
  await spaces.getChangeRequestById(space.id, request.number)
  await spaces.listChangeRequestsForSpace(space.id, { status: 'draft', contributor: organization.admin.id })

  await spaces.getRevisionOfChangeRequestById(...of)
  await spaces.listPagesInChangeRequest(...of)
  await spaces.listFilesInChangeRequestById(...of)
  await spaces.getFileInChangeRequestById(...of, file.id)
  await spaces.listChangeRequestFileBacklinks(...of, file.id)
  await spaces.getPageInChangeRequestById(...of, page.id, { format: 'markdown' })
  await spaces.getPageInChangeRequestById(...of, page.id, { format: 'document' })
  await spaces.getPageInChangeRequestByPath(...of, 'guides/guide')
  await spaces.getReusableContentInChangeRequestById(...of, reusable)
  await spaces.listPageLinksInChangeRequest(...of, page.id)
  await spaces.listChangeRequestPageBacklinks(...of, page.id)
  await spaces.listChangeRequestLinks(...of)
  await spaces.getChangeRequestChanges(...of)
  await spaces.getContributorsByChangeRequestId(...of)
  await spaces.getChangeRequestPdf(...of, { page: page.id })
  await urls.getContentByUrl({ url: request.urls.app })

  await spaces.requestReviewersForChangeRequest(...of, { users: [reviewer.id, organization.admin.id] })
  await spaces.getRequestedReviewersByChangeRequestId(...of)
  await spaces.removeRequestedReviewerFromChangeRequest(...of, organization.admin.id)
  const theirs = clientOf(reviewer).spaces
  await theirs.submitChangeRequestReview(...of, {
    status: 'changes-requested',
    comment: { markdown: 'Not *yet*.' },
  })
  await theirs.submitChangeRequestReview(...of, { status: 'approved' })
  await spaces.getReviewsByChangeRequestId(...of, { format: 'markdown' })

  await rewrite(`/spaces/${space.id}`, 'Third.', 'Live.')
  await spaces.getChangeRequestById(...of)
  await spaces.updateChangeRequest(...of)
  await spaces.getRevisionOfChangeRequestById(...of)
  await theirs.mergeChangeRequest(...of)
  await spaces.getCurrentRevision(space.id)
  const { data: merged } = await spaces.getChangeRequestById(...of)
  await spaces.getRevisionSemanticChanges(space.id, merged.revisionMerged)
  await spaces.listChangeRequestsForSpace(space.id, { status: 'merged' })

  const { data: other } = await spaces.createChangeRequest(space.id, {})
  await spaces.importContentInChangeRequest(space.id, other.id, { url, source: 'zip' })
  source.close()
  await rewrite(`/spaces/${space.id}/change-requests/${other.id}`, 'First.', 'Ours.')
  await rewrite(`/spaces/${space.id}`, 'First.', 'Theirs.')
  await spaces.mergeChangeRequest(space.id, other.id)
  await spaces.updateChangeRequest(space.id, other.id)
  await spaces.updateChangeRequestById(space.id, other.id, { status: 'archived' })
  await spaces.listChangeRequestsForSpace(space.id, { status: 'archived' })
}
