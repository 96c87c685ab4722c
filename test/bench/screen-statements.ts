import { changeRequest } from './screens/change-request.ts'
import { page } from './screens/page.ts'
import { granted, optional, user, userWithPhoto } from './screens/parts.ts'
import { permissions } from './screens/permissions.ts'
import { array, connection, date, literal, nullable, nullableDate, number, object, text } from './sql-json.ts'

// The hand-written statements of the screens. What an admin may do is a constant here.

const screen = (members: Readonly<Record<string, string>>): string =>
  `SELECT '{"data":' || ${object(members)} || '}'`

const viewer = (members: Readonly<Record<string, string>>): string =>
  `(SELECT ${object(members)} FROM "User" v WHERE v.id = 'usrbench')`

const organization = (members: Readonly<Record<string, string>>): string =>
  `(SELECT ${object(members)} FROM "Organization" o WHERE o.id = $1)`

const publishedUrl = `'{"published":"http://localhost/sites/' || s."organizationId" || '/' || s.id || '"}'`

const spaceOfHome = object({
  __typename: literal('Space'),
  id: text('sp.id'),
  title: text('sp.title'),
  updatedAt: date('sp."updatedAt"'),
  permissions: granted('admin', 'edit'),
  emoji: text('sp.emoji'),
  visibility: text('sp.visibility'),
  editMode: text('sp."editMode"'),
  openChangeRequestCount: number('sp."changeRequestsOpen"'),
})

/** The spaces and collections of a parent in the order that they share, with those below them to a depth. */
function contentsOfHome(isChild: (row: string) => string, limit: number, depth: number): string {
  const c = `c${depth}`
  const collectionOfHome = object({
    __typename: literal('Collection'),
    id: text(`${c}.id`),
    title: text(`${c}.title`),
    updatedAt: date(`${c}."updatedAt"`),
    permissions: granted('admin', 'create'),
    description: nullable(`${c}.description`),
    ...(depth > 1 && { contents: contentsOfHome((row) => `${row}."parentId" = ${c}.id`, 20, depth - 1) }),
  })
  return connection({
    node: 'n.x',
    id: 'n.id',
    from: `(
      SELECT sp.id, sp.position, ${spaceOfHome} AS x FROM "Space" sp
      WHERE ${isChild('sp')} AND sp."deletedAt" IS NULL
      UNION ALL
      SELECT ${c}.id, ${c}.position, ${collectionOfHome} AS x FROM "Collection" ${c}
      WHERE ${isChild(c)} AND ${c}."deletedAt" IS NULL) n`,
    order: 'n.position, n.id',
    limit,
  })
}

const home = screen({
  viewer: viewer({
    id: text('v.id'),
    displayName: text('v."displayName"'),
    photoURL: nullable('v."photoURL"'),
  }),
  organization: organization({
    id: text('o.id'),
    title: text('o.title'),
    permissions: granted('admin', 'createContent', 'listMembers', 'listTeams'),
    contents: contentsOfHome((row) => `${row}."organizationId" = o.id AND ${row}."parentId" IS NULL`, 50, 3),
    sites: connection({
      node: object({
        id: text('s.id'),
        title: text('s.title'),
        visibility: text('s.visibility'),
        isPublished: number('s.published'),
        siteSpaceCount: number('s."siteSpaceCount"'),
        permissions: granted('admin'),
        urls: publishedUrl,
      }),
      id: 's.id',
      from: '"Site" s WHERE s."organizationId" = o.id',
      order: 's.id',
      limit: 20,
    }),
  }),
})

const membershipId = `to_json(m."userId" || '@' || m."organizationId")::text`

const members = screen({
  organization: organization({
    id: text('o.id'),
    defaultRole: nullable('o."defaultRole"'),
    permissions: granted('admin', 'listMembers', 'listTeams'),
    members: connection({
      node: object({
        id: membershipId,
        role: nullable('m.role'),
        usesSSO: number('m.sso'),
        isDisabled: number('m.disabled'),
        joinedAt: date('m."joinedAt"'),
        lastSeenAt: nullableDate('m."lastSeenAt"'),
        user: object({
          id: text('u.id'),
          displayName: text('u."displayName"'),
          email: text('u.email'),
          photoURL: nullable('u."photoURL"'),
        }),
        teamMemberships: connection({
          node: object({
            team: object({ id: text('t.id'), title: text('t.title') }),
            teamRole: object({ role: text('tm.role') }),
          }),
          id: 't.id',
          from: '"TeamMember" tm JOIN "Team" t ON t.id = tm."teamId" WHERE tm."userId" = u.id AND t."organizationId" = o.id',
          order: 't.id',
          limit: 10,
        }),
      }),
      id: 'm.id',
      from: '"Member" m JOIN "User" u ON u.id = m."userId" WHERE m."organizationId" = o.id',
      order: 'm."joinedAt" DESC, m.id DESC',
      limit: 50,
    }),
    teams: connection({
      node: object({
        id: text('t.id'),
        title: text('t.title'),
        memberCount: number('(SELECT count(*) FROM "TeamMember" tm WHERE tm."teamId" = t.id)'),
        spaceCount: number(
          '(SELECT count(*) FROM "ContentPermission" g JOIN "Space" sp ON sp.id = g."spaceId" WHERE g."teamId" = t.id AND sp."deletedAt" IS NULL)',
        ),
        members: connection({
          node: object({ member: object({ id: membershipId, user: userWithPhoto('u') }) }),
          id: 'm.id',
          from: `"TeamMember" tm JOIN "Member" m ON m."userId" = tm."userId" AND m."organizationId" = o.id
            JOIN "User" u ON u.id = m."userId" WHERE tm."teamId" = t.id`,
          order: 'm.id',
          limit: 5,
          isCounted: false,
        }),
      }),
      id: 't.id',
      from: '"Team" t WHERE t."organizationId" = o.id',
      order: 't.id',
      limit: 50,
    }),
  }),
})

const invitations = screen({
  organization: organization({
    id: text('o.id'),
    hasInviteLinksEnabled: number('o."inviteLinks"'),
    emailDomains: text('o."emailDomains"'),
    permissions: granted('admin'),
    emailInvites: connection({
      node: object({
        id: text('i.id'),
        email: text('i.email'),
        role: nullable('i.role'),
        usesSSO: number('i.sso'),
        sentAt: date('i."createdAt"'),
        expiresAt: date('i."expiresAt"'),
        isExpired: number('i."expiresAt" <= now()'),
        invitedBy: optional('u.id', user('u')),
      }),
      id: 'i.id',
      from: '"EmailInvite" i LEFT JOIN "User" u ON u.id = i."invitedById" WHERE i."organizationId" = o.id AND i."acceptedAt" IS NULL',
      order: 'i.id',
      limit: 50,
    }),
    inviteLinks: connection({
      node: object({
        id: text('l.id'),
        createdAt: date('l."createdAt"'),
        expiresAt: nullableDate('l."expiresAt"'),
        isRedundant: `'true'`,
      }),
      id: 'l.id',
      from: '"LinkInvite" l WHERE l."organizationId" = o.id AND l."spaceId" IS NULL AND l."collectionId" IS NULL',
      order: 'l.id',
      limit: 50,
    }),
  }),
})

const proposal = object({
  id: text('c.id'),
  number: number('c.number'),
  subject: text('c.subject'),
  status: text('c.status'),
  isOutdated: number(
    'c.status <> \'MERGED\' AND sp."revisionId" <> coalesce(c."revisionMergedAncestorId", c."revisionInitialId")',
  ),
  updatedAt: date('c."updatedAt"'),
  openCommentCount: number('c."openComments"'),
  createdBy: optional('u.id', userWithPhoto('u')),
  space: object({ id: text('sp.id'), title: text('sp.title'), emoji: text('sp.emoji') }),
})

const settings = screen({
  viewer: viewer({
    id: text('v.id'),
    tokens: connection({
      node: object({
        id: text('t.id'),
        label: text('t.label'),
        prefix: text('t.prefix'),
        // A token without scopes has those that are always possible.
        scopes: literal(['READ', 'WRITE']),
        createdAt: date('t."createdAt"'),
        lastUsedAt: nullableDate('t."lastUsedAt"'),
        expiresAt: nullableDate('t."expiresAt"'),
      }),
      id: 't.id',
      from: '"ApiToken" t WHERE t."userId" = v.id AND t."revokedAt" IS NULL',
      order: 't.id',
      limit: 20,
    }),
  }),
  organization: organization({
    id: text('o.id'),
    title: text('o.title'),
    hostname: nullable('o.hostname'),
    emailDomains: text('o."emailDomains"'),
    defaultRole: nullable('o."defaultRole"'),
    requiresSSO: number('o.sso'),
    permissions: granted('admin', 'createOpenAPISpec'),
    signInChoices: array(
      object({
        providerId: text('p.id'),
        label: text('p.label'),
        startURL: `'"http://localhost/saml/' || p.id || '/start"'`,
      }),
      `"IdentityProvider" p WHERE p."organizationId" = o.id AND p.certificate <> '' ORDER BY p.id`,
    ),
    samlProviders: connection({
      node: object({
        id: text('p.id'),
        label: text('p.label'),
        status: `CASE WHEN p.certificate = '' THEN '"INACTIVE"' ELSE '"ACTIVE"' END`,
        entityID: text('p."entityId"'),
        ssoURL: text('p."ssoUrl"'),
        defaultRole: nullable('p."defaultRole"'),
        defaultTeam: optional('t.id', object({ id: text('t.id'), title: text('t.title') })),
      }),
      id: 'p.id',
      from: '"IdentityProvider" p LEFT JOIN "Team" t ON t.id = p."defaultTeamId" WHERE p."organizationId" = o.id',
      order: 'p.id',
      limit: 20,
      isCounted: false,
    }),
    customFields: connection({
      node: object({
        id: text('f.id'),
        name: text('f.name'),
        title: text('f.title'),
        type: text('f.type'),
        options: nullable(`nullif(f.options, '{}')`),
      }),
      id: 'f.id',
      from: '"CustomField" f WHERE f."organizationId" = o.id',
      order: 'f.id',
      limit: 50,
    }),
    openAPISpecs: connection({
      node: object({
        id: text('a.id'),
        slug: text('a.slug'),
        processingState: text('a."processingState"'),
        lastProcessErrorCode: nullable('a."lastProcessErrorCode"'),
        lastProcessedAt: nullableDate('a."lastProcessedAt"'),
        sourceURL: nullable('a."sourceUrl"'),
      }),
      id: 'a.id',
      from: '"OpenAPISpec" a WHERE a."organizationId" = o.id',
      order: 'a.id',
      limit: 50,
    }),
  }),
})

const withSpaceAndAuthor =
  'JOIN "Space" sp ON sp.id = c."spaceId" LEFT JOIN "User" u ON u.id = c."createdById"'

const changeRequests = screen({
  viewer: viewer({
    id: text('v.id'),
    changeRequests: connection({
      node: proposal,
      id: 'c.id',
      from: `"RequestedReviewer" r JOIN "ChangeRequest" c ON c.id = r."changeRequestId" ${withSpaceAndAuthor}
        WHERE r."userId" = v.id`,
      order: 'c."updatedAt" DESC, c.id DESC',
      limit: 20,
    }),
  }),
  organization: organization({
    id: text('o.id'),
    changeRequests: connection({
      node: proposal,
      id: 'c.id',
      from: `"ChangeRequest" c ${withSpaceAndAuthor} WHERE c."organizationId" = o.id AND c.status IN ('OPEN', 'DRAFT') AND sp."deletedAt" IS NULL`,
      order: 'c."updatedAt" DESC, c.id DESC',
      limit: 50,
    }),
  }),
})

const pageOfTree = (alias: string, path: string) => ({
  __typename: literal('DocumentPage'),
  id: text(`${alias}."pageId"`),
  title: text(`${alias}.title`),
  emoji: nullable(`${alias}.emoji`),
  isHidden: number(`${alias}.hidden`),
  path: text(path),
})

const pagesBelow = (alias: string, parent: string) =>
  `"PageVersion" ${alias} WHERE ${alias}."branchId" = b.id AND ${alias}."endSequence" IS NULL AND NOT ${alias}.deleted
   AND ${alias}."parentId" IS NOT DISTINCT FROM ${parent}`

const space = `SELECT '{"data":{"space":' || coalesce((SELECT ${object({
  id: text('sp.id'),
  title: text('sp.title'),
  emoji: text('sp.emoji'),
  visibility: text('sp.visibility'),
  editMode: text('sp."editMode"'),
  defaultLevel: nullable('sp."defaultLevel"'),
  updatedAt: date('sp."updatedAt"'),
  permissions: granted('view', 'comment', 'edit', 'review', 'merge', 'admin'),
  organization: `(SELECT ${object({ id: text('o.id'), title: text('o.title') })} FROM "Organization" o WHERE o.id = sp."organizationId")`,
  parent: `coalesce((SELECT ${object({ id: text('c.id'), title: text('c.title') })} FROM "Collection" c WHERE c.id = sp."parentId"), 'null')`,
  customFields: array(
    object({
      customField: object({ id: text('f.id'), name: text('f.name'), title: text('f.title') }),
      value: nullable('w.value'),
    }),
    `"CustomField" f LEFT JOIN "CustomFieldValue" w ON w."fieldId" = f.id AND w."spaceId" = sp.id
     WHERE f."organizationId" = sp."organizationId" ORDER BY f.id`,
  ),
  openCommentCount: number('sp."openComments"'),
  openChangeRequestCount: number('sp."changeRequestsOpen"'),
  pages: connection({
    node: object({
      ...pageOfTree('p', 'p.slug'),
      children: connection({
        node: object({
          ...pageOfTree('q', `p.slug || '/' || q.slug`),
          children: connection({
            node: object(pageOfTree('r', `p.slug || '/' || q.slug || '/' || r.slug`)),
            id: 'r.id',
            from: pagesBelow('r', 'q."pageId"'),
            order: 'r.position, r.id',
            limit: 50,
          }),
        }),
        id: 'q.id',
        from: pagesBelow('q', 'p."pageId"'),
        order: 'q.position, q.id',
        limit: 50,
      }),
    }),
    id: 'p.id',
    from: pagesBelow('p', 'NULL'),
    order: 'p.position, p.id',
    limit: 100,
  }),
  changeRequests: connection({
    node: object({
      id: text('c.id'),
      number: number('c.number'),
      subject: text('c.subject'),
      status: text('c.status'),
      updatedAt: date('c."updatedAt"'),
      createdBy: optional('u.id', user('u')),
    }),
    id: 'c.id',
    from: `"ChangeRequest" c LEFT JOIN "User" u ON u.id = c."createdById" WHERE c."spaceId" = sp.id AND c.status = 'OPEN'`,
    order: 'c.number DESC',
    limit: 10,
  }),
  revisions: connection({
    node: object({
      id: text('v.id'),
      type: text('v.type'),
      createdAt: date('v."createdAt"'),
      mergedFrom: optional(
        'c.id',
        object({ id: text('c.id'), number: number('c.number'), subject: text('c.subject') }),
      ),
    }),
    id: 'v.id',
    from: '"Revision" v LEFT JOIN "ChangeRequest" c ON c."revisionMergedId" = v.id WHERE v."spaceId" = sp.id AND v."branchId" = b.id',
    order: 'v."createdAt" DESC, v.id DESC',
    limit: 10,
  }),
})} FROM "Space" sp JOIN "Branch" b ON b."spaceId" = sp.id AND b.kind = 'MAIN' WHERE sp.id = $1), 'null') || '}}'`

const variants = (where: string, limit: number) =>
  connection({
    node: object({
      id: text('ss.id'),
      title: text('sp.title'),
      path: text('ss.path'),
      isDefault: number('ss."isDefault"'),
      condition: nullable('ss.condition'),
      space: object({
        id: text('sp.id'),
        title: text('sp.title'),
        emoji: text('sp.emoji'),
        permissions: granted('edit'),
      }),
    }),
    id: 'ss.id',
    from: `"SiteSpace" ss JOIN "Space" sp ON sp.id = ss."spaceId" WHERE ${where} AND sp."deletedAt" IS NULL`,
    order: 'ss.position, ss.id',
    limit,
  })

const usualSettings = {
  title: null,
  styling: { theme: 'CLEAN', primaryColor: { light: '#346DDB', dark: '#346DDB' }, font: 'Inter' },
  themes: { default: 'LIGHT', toggleable: false },
  aiSearch: { enabled: true },
  feedback: { enabled: false },
}

/** Returns a setting that was chosen for the site, or else the usual one. */
const chosen = (path: string, usual: unknown): string =>
  `coalesce((c.settings #> '${path}')::text, ${literal(usual)})`

const site = `SELECT '{"data":{"site":' || coalesce((SELECT ${object({
  id: text('s.id'),
  title: text('s.title'),
  type: text('s.type'),
  visibility: text('s.visibility'),
  isPublished: number('s.published'),
  hostname: nullable('s.hostname'),
  basename: nullable('s.basename'),
  permissions: granted('view', 'admin'),
  urls: publishedUrl,
  sectionGroups: connection({
    node: object({ id: text('g.id'), title: text('g.title'), icon: nullable('g.icon') }),
    id: 'g.id',
    from: '"SiteSectionGroup" g WHERE g."siteId" = s.id',
    order: 'g.position, g.id',
    limit: 20,
    isCounted: false,
  }),
  sections: connection({
    node: object({
      id: text('se.id'),
      title: text('se.title'),
      path: text('se.path'),
      icon: nullable('se.icon'),
      isDefault: number('se."isDefault"'),
      condition: nullable('se.condition'),
      sectionGroup: optional('se."groupId"', object({ id: text('se."groupId"') })),
      siteSpaces: variants('ss."sectionId" = se.id', 20),
    }),
    id: 'se.id',
    from: '"SiteSection" se WHERE se."siteId" = s.id',
    order: 'se.position, se.id',
    limit: 50,
  }),
  siteSpaces: variants('ss."siteId" = s.id AND ss."sectionId" IS NULL', 50),
  redirects: connection({
    node: object({
      id: text('d.id'),
      source: text('d.source'),
      destination: object({
        kind: `CASE WHEN d."sectionId" IS NOT NULL THEN '"SITE_SECTION"' WHEN d."pageId" IS NOT NULL THEN '"PAGE"' ELSE '"SITE_SPACE"' END`,
        pageId: nullable('d."pageId"'),
        siteSectionId: nullable('d."sectionId"'),
        siteSpaceId: nullable('d."siteSpaceId"'),
      }),
    }),
    id: 'd.id',
    from: '"SiteRedirect" d WHERE d."siteId" = s.id',
    order: 'd."createdAt" DESC, d.id DESC',
    limit: 50,
  }),
  customization: `coalesce((SELECT ${object({
    title: chosen('{title}', usualSettings.title),
    styling: object({
      theme: chosen('{styling,theme}', usualSettings.styling.theme),
      primaryColor: chosen('{styling,primaryColor}', usualSettings.styling.primaryColor),
      font: chosen('{styling,font}', usualSettings.styling.font),
    }),
    themes: chosen('{themes}', usualSettings.themes),
    aiSearch: chosen('{aiSearch}', usualSettings.aiSearch),
    feedback: chosen('{feedback}', usualSettings.feedback),
  })} FROM "SiteCustomization" c WHERE c."siteId" = s.id), ${literal(usualSettings)})`,
  adaptiveContent: object({ isEnabled: number('s."adaptiveContentEnabled"') }),
  shareLinks: connection({
    node: object({
      id: text('k.id'),
      name: text('k.name'),
      isActive: number('k.active'),
      createdAt: date('k."createdAt"'),
      urls: publishedUrl,
    }),
    id: 'k.id',
    from: '"ShareLink" k WHERE k."siteId" = s.id',
    order: 'k.id',
    limit: 20,
  }),
  publishingAuth: `(SELECT ${object({
    backend: text('a.backend'),
    fallbackURL: nullable('a."fallbackUrl"'),
  })} FROM "PublishingAuth" a WHERE a."siteId" = s.id)`,
})} FROM "Site" s WHERE s.id = $1), 'null') || '}}'`

export const screenStatements: Readonly<Record<string, string>> = {
  'screen-HomeScreen': home,
  'screen-MembersScreen': members,
  'screen-InvitationsScreen': invitations,
  'screen-SettingsScreen': settings,
  'screen-ChangeRequestsScreen': changeRequests,
  'screen-SpaceScreen': space,
  'screen-SiteScreen': site,
  'screen-PageScreen': page.statement,
  'screen-ChangeRequestScreen': changeRequest.statement,
  'screen-PermissionsScreen': permissions,
}
