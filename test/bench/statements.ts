import { screenStatements } from './screen-statements.ts'
import { date, list, nullable, nullableDate, number, object, response, text } from './sql-json.ts'

// The hand-written statements: one for each read, of which the text is the whole response. They are as short as
// their author could make them, and nothing in them asks who the viewer is.

const spaceSummary = {
  id: text('sp.id'),
  title: text('sp.title'),
  emoji: text('sp.emoji'),
  visibility: text('sp.visibility'),
}

const wholeSpace = {
  ...spaceSummary,
  editMode: text('sp."editMode"'),
  defaultLevel: nullable('sp."defaultLevel"'),
  organizationId: text('sp."organizationId"'),
  parentId: nullable('sp."parentId"'),
  revisionId: text('sp."revisionId"'),
  createdAt: date('sp."createdAt"'),
  updatedAt: date('sp."updatedAt"'),
  deletedAt: nullableDate('sp."deletedAt"'),
  openCommentCount: number('sp."openComments"'),
  changeRequestCount: number('sp."changeRequestsTotal"'),
  openChangeRequestCount: number('sp."changeRequestsOpen"'),
  draftChangeRequestCount: number('sp."changeRequestsDraft"'),
}

const pages = (count: number, members: Record<string, string>) =>
  list(
    object(members),
    `"PageVersion" p JOIN "Branch" b ON b.id = p."branchId"
     WHERE b."spaceId" = sp.id AND b.kind = 'MAIN' AND p."endSequence" IS NULL AND NOT p.deleted AND p."parentId" IS NULL
     ORDER BY p.position, p.id LIMIT ${count}`,
  )

interface SectionMembers {
  readonly section: Record<string, string>
  readonly siteSpace: Record<string, string>
  readonly space: Record<string, string>
}

const sections = ({ section, siteSpace, space }: SectionMembers) =>
  list(
    object({
      ...section,
      siteSpaces: list(
        object({ ...siteSpace, space: object(space) }),
        `"SiteSpace" ss JOIN "Space" sp ON sp.id = ss."spaceId" WHERE ss."sectionId" = se.id
         ORDER BY ss.position, ss.id LIMIT 4`,
      ),
    }),
    `"SiteSection" se WHERE se."siteId" = s.id ORDER BY se.position, se.id LIMIT 5`,
  )

const sites = (members: Record<string, string>) =>
  list(object(members), `"Site" s WHERE s."organizationId" = o.id ORDER BY s.id LIMIT 10`)

const organization = (members: Record<string, string>) =>
  response('organization', object(members), `"Organization" o WHERE o.id = $1`)

const readStatements: Record<string, string> = {
  'organization-tree': organization({
    title: text('o.title'),
    sites: sites({
      title: text('s.title'),
      sections: sections({
        section: { title: text('se.title') },
        siteSpace: { path: text('ss.path') },
        space: { ...spaceSummary, pages: pages(5, { title: text('p.title'), slug: text('p.slug') }) },
      }),
    }),
  }),
  'site-tree': response(
    'site',
    object({
      title: text('s.title'),
      sections: sections({
        section: { title: text('se.title') },
        siteSpace: { path: text('ss.path') },
        space: spaceSummary,
      }),
    }),
    '"Site" s WHERE s.id = $1',
  ),
  space: response(
    'space',
    object({ ...spaceSummary, createdAt: date('sp."createdAt"') }),
    '"Space" sp WHERE sp.id = $1',
  ),
  'spaces-with-counts': organization({
    spaces: list(
      object({
        id: text('sp.id'),
        title: text('sp.title'),
        updatedAt: date('sp."updatedAt"'),
        comments: object({
          totalCount: number(
            `(SELECT count(*) FROM "Comment" c WHERE c."spaceId" = sp.id AND c."changeRequestId" IS NULL)`,
          ),
        }),
      }),
      '"Space" sp WHERE sp."organizationId" = o.id AND sp."deletedAt" IS NULL ORDER BY sp.id LIMIT 50',
    ),
  }),
  comments: response(
    'space',
    object({
      comments: list(
        object({
          body: object({ markdown: text('c.markdown') }),
          postedBy: object({ displayName: text('u."displayName"') }),
        }),
        `"Comment" c JOIN "User" u ON u.id = c."postedById"
         WHERE c."spaceId" = sp.id AND c."changeRequestId" IS NULL ORDER BY c."postedAt" DESC, c.id DESC LIMIT 20`,
      ),
    }),
    '"Space" sp WHERE sp.id = $1',
  ),
  'whole-organization': organization({
    id: text('o.id'),
    title: text('o.title'),
    sites: sites({
      id: text('s.id'),
      title: text('s.title'),
      sections: sections({
        section: { id: text('se.id'), title: text('se.title'), path: text('se.path') },
        siteSpace: { id: text('ss.id'), path: text('ss.path') },
        space: {
          ...wholeSpace,
          pages: pages(8, { id: text('p."pageId"'), title: text('p.title'), slug: text('p.slug') }),
        },
      }),
    }),
  }),
  'update-space': `WITH u AS (UPDATE "Space" SET title = $2 WHERE id = $1 RETURNING id, title)
    SELECT '{"data":{"updateSpace":{"space":' || ${object({ id: text('u.id'), title: text('u.title') })} || '}}}' FROM u`,
  typename: `SELECT '{"data":{"__typename":"Query"}}'`,
}

export const statements: Readonly<Record<string, string>> = { ...readStatements, ...screenStatements }
