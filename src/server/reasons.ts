import { accessReasons } from '../access/reasons.ts'
import { admissionReasons } from '../admission/reasons.ts'
import type { ReasonTable } from '../base/reasons.ts'
import { databaseReasons } from '../database/reasons.ts'
import { formatsReasons } from '../formats/reasons.ts'
import { graphqlReasons } from '../graphql/reasons.ts'
import { httpReasons } from '../http/reasons.ts'
import { idempotencyReasons } from '../idempotency/reasons.ts'
import { changeRequestsReasons } from '../modules/change-requests/reasons.ts'
import { collectionsReasons } from '../modules/collections/reasons.ts'
import { contentReasons } from '../modules/content/reasons.ts'
import { contentPermissionsReasons } from '../modules/content-permissions/reasons.ts'
import { customFieldsReasons } from '../modules/custom-fields/reasons.ts'
import { customizationsReasons } from '../modules/customizations/reasons.ts'
import { exportsReasons } from '../modules/exports/reasons.ts'
import { fontsReasons } from '../modules/fonts/reasons.ts'
import { glossaryReasons } from '../modules/glossary/reasons.ts'
import { importRunsReasons } from '../modules/import-runs/reasons.ts'
import { invitesReasons } from '../modules/invites/reasons.ts'
import { jobsReasons } from '../modules/jobs/reasons.ts'
import { membersReasons } from '../modules/members/reasons.ts'
import { openapiSpecsReasons } from '../modules/openapi-specs/reasons.ts'
import { organizationsReasons } from '../modules/organizations/reasons.ts'
import { pdfReasons } from '../modules/pdf/reasons.ts'
import { publishingReasons } from '../modules/publishing/reasons.ts'
import { redirectsReasons } from '../modules/redirects/reasons.ts'
import { reviewsReasons } from '../modules/reviews/reasons.ts'
import { samlReasons } from '../modules/saml/reasons.ts'
import { shareLinksReasons } from '../modules/share-links/reasons.ts'
import { siteSectionsReasons } from '../modules/site-sections/reasons.ts'
import { siteSpacesReasons } from '../modules/site-spaces/reasons.ts'
import { sitesReasons } from '../modules/sites/reasons.ts'
import { spacesReasons } from '../modules/spaces/reasons.ts'
import { tokensReasons } from '../modules/tokens/reasons.ts'
import { usersReasons } from '../modules/users/reasons.ts'
import { rateLimitsReasons } from '../rate-limits/reasons.ts'
import { requestReasons } from '../request/reasons.ts'
import { restReasons } from '../rest/reasons.ts'
import { workersReasons } from '../workers/reasons.ts'

const tables: readonly ReasonTable[] = [
  admissionReasons,
  workersReasons,
  formatsReasons,
  databaseReasons,
  httpReasons,
  accessReasons,
  rateLimitsReasons,
  requestReasons,
  idempotencyReasons,
  graphqlReasons,
  restReasons,
  usersReasons,
  organizationsReasons,
  membersReasons,
  collectionsReasons,
  spacesReasons,
  contentReasons,
  changeRequestsReasons,
  reviewsReasons,
  jobsReasons,
  importRunsReasons,
  exportsReasons,
  pdfReasons,
  sitesReasons,
  siteSpacesReasons,
  siteSectionsReasons,
  customizationsReasons,
  publishingReasons,
  shareLinksReasons,
  redirectsReasons,
  customFieldsReasons,
  contentPermissionsReasons,
  invitesReasons,
  tokensReasons,
  samlReasons,
  openapiSpecsReasons,
  glossaryReasons,
  fontsReasons,
]

/** The causes of errors of the whole server, by name. */
export const reasons: ReasonTable = Object.fromEntries(
  tables.flatMap((table) => Object.entries(table)).sort(([one], [other]) => (one < other ? -1 : 1)),
)
