-- The whole layout. The functions and triggers at its end are those of prisma/functions at the time.

-- For parts of titles and of names. Both come with PostgreSQL, and whoever may create tables may install them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

CREATE TYPE "AuditEventSource" AS ENUM ('UI', 'API', 'SCRIPT');

CREATE TYPE "BranchKind" AS ENUM ('MAIN', 'CHANGE_REQUEST');

CREATE TYPE "ChangeRequestStatus" AS ENUM ('DRAFT', 'OPEN', 'ARCHIVED', 'MERGED');

CREATE TYPE "CommentStatus" AS ENUM ('OPEN', 'RESOLVED');

CREATE TYPE "ConflictKind" AS ENUM ('BODY', 'FIELD', 'STRUCTURE');

CREATE TYPE "ConflictResolution" AS ENUM ('OURS', 'THEIRS', 'BASE', 'TEXT');

CREATE TYPE "ConflictStatus" AS ENUM ('OPEN', 'RESOLVED');

CREATE TYPE "ContentKind" AS ENUM ('SPACE', 'COLLECTION');

CREATE TYPE "ContentObject" AS ENUM ('PAGE', 'FILE', 'REUSABLE_CONTENT', 'VARIABLE');

CREATE TYPE "CustomFieldType" AS ENUM ('TEXT', 'NUMBER', 'BOOLEAN', 'TAGS', 'SELECT_MULTI', 'SELECT_SINGLE');

CREATE TYPE "DefaultLevel" AS ENUM ('READ', 'COMMENT', 'EDIT', 'REVIEW', 'CREATE', 'ADMIN', 'INHERIT');

CREATE TYPE "EditMode" AS ENUM ('LIVE', 'LOCKED');

CREATE TYPE "FontFormat" AS ENUM ('WOFF2', 'WOFF');

CREATE TYPE "GitSyncProvider" AS ENUM ('GITHUB', 'GITLAB', 'GITHUB_LEGACY');

CREATE TYPE "JobKind" AS ENUM ('IMPORT', 'EXPORT', 'PDF');

CREATE TYPE "JobStatus" AS ENUM ('PENDING', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'CANCELLED');

CREATE TYPE "LinkKind" AS ENUM (
    'FILE',
    'URL',
    'PAGE',
    'ANCHOR',
    'USER',
    'COLLECTION',
    'SPACE',
    'REUSABLE_CONTENT',
    'OPENAPI'
);

CREATE TYPE "LinkRelation" AS ENUM ('REFERENCE', 'DEPENDS_ON');

CREATE TYPE "LinkStatus" AS ENUM ('OK', 'HEALED', 'BROKEN', 'IN_APP');

CREATE TYPE "OpenAPIErrorCode" AS ENUM ('FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR');

CREATE TYPE "OpenAPIPageKind" AS ENUM ('INFO', 'OPERATIONS', 'MODELS');

CREATE TYPE "OpenAPIProcessingState" AS ENUM ('PENDING', 'PROGRESS', 'COMPLETE');

CREATE TYPE "OpenAPIVisibility" AS ENUM ('PRIVATE', 'PUBLIC');

CREATE TYPE "OrganizationType" AS ENUM ('BUSINESS', 'COMMUNITY');

CREATE TYPE "OrganizationUseCase" AS ENUM (
    'INTERNAL_DOCS',
    'DOCS_SITE',
    'AUDIENCE_CONTROLLED_SITE',
    'PRODUCT_DOCS',
    'TEAM_KNOWLEDGE_BASE',
    'DESIGN_SYSTEM',
    'OPEN_SOURCE_DOCS',
    'NOTES',
    'OTHER'
);

CREATE TYPE "PageType" AS ENUM ('DOCUMENT', 'GROUP', 'LINK', 'COMPUTED');

CREATE TYPE "PermissionOriginMeans" AS ENUM ('ROLE', 'LEVEL', 'USER', 'TEAM');

CREATE TYPE "PermissionOriginType" AS ENUM ('ORGANIZATION', 'COLLECTION', 'SPACE', 'SITE');

CREATE TYPE "PublishingAuthBackend" AS ENUM ('CUSTOM', 'INTEGRATION');

CREATE TYPE "ReviewStatus" AS ENUM ('CHANGES_REQUESTED', 'APPROVED');

CREATE TYPE "RevisionType" AS ENUM ('EDITS', 'MERGE', 'ROLLBACK', 'UPDATE', 'COMPUTED');

CREATE TYPE "Role" AS ENUM ('READ', 'COMMENT', 'EDIT', 'REVIEW', 'CREATE', 'ADMIN');

CREATE TYPE "SiteType" AS ENUM ('BASIC', 'PREMIUM', 'ULTIMATE', 'SPONSORED', 'LEGACY_BASIC', 'LEGACY_PREMIUM');

CREATE TYPE "SiteVisibility" AS ENUM ('PUBLIC', 'UNLISTED', 'SHARE_LINK', 'VISITOR_AUTH');

CREATE TYPE "SpaceVisibility" AS ENUM ('PUBLIC', 'UNLISTED', 'SHARE_LINK', 'VISITOR_AUTH', 'IN_COLLECTION', 'PRIVATE');

CREATE TYPE "TeamRole" AS ENUM ('OWNER', 'MEMBER');

CREATE TABLE "AdaptiveSchema" (
    "siteId" text NOT NULL,
    "jsonSchema" jsonb NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "AdaptiveSchema_pkey" PRIMARY KEY ("siteId")
);

CREATE TABLE "ApiToken" (
    id text NOT NULL,
    "userId" text NOT NULL,
    label text NOT NULL,
    prefix text NOT NULL,
    hash text NOT NULL,
    scopes text[],
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "expiresAt" TIMESTAMPTZ(3),
    "lastUsedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),
    "samlProviderId" text,
    CONSTRAINT "ApiToken_pkey" PRIMARY KEY (id)
);

CREATE UNIQUE INDEX "ApiToken_hash_key" ON "ApiToken" (hash);
CREATE INDEX "ApiToken_samlProviderId_idx" ON "ApiToken" ("samlProviderId");
CREATE INDEX "ApiToken_userId_idx" ON "ApiToken" ("userId");

CREATE TABLE "AuditEvent" (
    id text NOT NULL,
    "organizationId" text,
    "occurredAt" TIMESTAMPTZ(3) NOT NULL,
    action text NOT NULL,
    "userId" text NOT NULL,
    "userLabel" text,
    "tokenId" text,
    source "AuditEventSource" NOT NULL,
    address text,
    agent text,
    "requestId" text NOT NULL,
    "targetType" text NOT NULL,
    "targetId" text NOT NULL,
    changes jsonb DEFAULT '[]' NOT NULL,
    "omittedChanges" integer DEFAULT 0 NOT NULL,
    CONSTRAINT "AuditEvent_pkey" PRIMARY KEY (id)
);

CREATE INDEX "AuditEvent_organizationId_id_idx" ON "AuditEvent" ("organizationId", id);

CREATE TABLE "Blob" (
    hash text NOT NULL,
    size integer NOT NULL,
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "storedAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "Blob_pkey" PRIMARY KEY (hash)
);

CREATE TABLE "Branch" (
    id text NOT NULL,
    "spaceId" text NOT NULL,
    kind "BranchKind" NOT NULL,
    "baseBranchId" text,
    "baseSequence" integer,
    "headSequence" integer DEFAULT 0 NOT NULL,
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "keepsLinks" boolean DEFAULT true NOT NULL,
    CONSTRAINT "Branch_pkey" PRIMARY KEY (id)
);

CREATE INDEX "Branch_baseBranchId_idx" ON "Branch" ("baseBranchId");
CREATE INDEX "Branch_keepsLinks_kind_id_idx" ON "Branch" ("keepsLinks", kind, id);

-- At most one primary branch for each space.
CREATE UNIQUE INDEX "Branch_main_key" ON "Branch" ("spaceId") WHERE (kind = 'MAIN'::"BranchKind");
CREATE INDEX "Branch_spaceId_idx" ON "Branch" ("spaceId");

CREATE TABLE "ChangeRequest" (
    id text NOT NULL,
    "spaceId" text NOT NULL,
    number integer NOT NULL,
    status "ChangeRequestStatus" DEFAULT 'DRAFT' NOT NULL,
    subject text DEFAULT '' NOT NULL,
    "createdById" text,
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "branchId" text NOT NULL,
    "revisionId" text NOT NULL,
    "revisionInitialId" text NOT NULL,
    "revisionMergedAncestorId" text,
    "revisionMergedId" text,
    "openComments" integer DEFAULT 0 NOT NULL,
    "organizationId" text NOT NULL,
    "mergedById" text,
    "mergedAt" TIMESTAMPTZ(3),
    "descriptionMarkdown" text,
    "descriptionTree" jsonb,
    links jsonb DEFAULT '[]' NOT NULL,
    CONSTRAINT "ChangeRequest_merged_check" CHECK (((status = 'MERGED'::"ChangeRequestStatus") = ("revisionMergedId" IS NOT NULL))),
    CONSTRAINT "ChangeRequest_number_check" CHECK ((number > 0)),
    CONSTRAINT "ChangeRequest_pkey" PRIMARY KEY (id)
);

CREATE UNIQUE INDEX "ChangeRequest_branchId_key" ON "ChangeRequest" ("branchId");
CREATE INDEX "ChangeRequest_createdById_idx" ON "ChangeRequest" ("createdById");
CREATE INDEX "ChangeRequest_mergedById_idx" ON "ChangeRequest" ("mergedById");
CREATE INDEX "ChangeRequest_organizationId_id_idx" ON "ChangeRequest" ("organizationId", id);
CREATE INDEX "ChangeRequest_organizationId_status_id_idx" ON "ChangeRequest" ("organizationId", status, id);
CREATE INDEX "ChangeRequest_organizationId_status_updatedAt_id_spaceId_cr_idx" ON "ChangeRequest" ("organizationId", status, "updatedAt", id, "spaceId", "createdById");
CREATE INDEX "ChangeRequest_organizationId_updatedAt_id_spaceId_status_cr_idx" ON "ChangeRequest" ("organizationId", "updatedAt", id, "spaceId", status, "createdById");
CREATE UNIQUE INDEX "ChangeRequest_revisionId_key" ON "ChangeRequest" ("revisionId");
CREATE INDEX "ChangeRequest_revisionInitialId_idx" ON "ChangeRequest" ("revisionInitialId");
CREATE INDEX "ChangeRequest_revisionMergedAncestorId_idx" ON "ChangeRequest" ("revisionMergedAncestorId");
CREATE UNIQUE INDEX "ChangeRequest_revisionMergedId_key" ON "ChangeRequest" ("revisionMergedId");
CREATE UNIQUE INDEX "ChangeRequest_spaceId_number_key" ON "ChangeRequest" ("spaceId", number);
CREATE INDEX "ChangeRequest_spaceId_status_number_idx" ON "ChangeRequest" ("spaceId", status, number);
CREATE INDEX "ChangeRequest_spaceId_status_updatedAt_id_idx" ON "ChangeRequest" ("spaceId", status, "updatedAt", id);
CREATE INDEX "ChangeRequest_spaceId_updatedAt_id_idx" ON "ChangeRequest" ("spaceId", "updatedAt", id);

CREATE TABLE "Collection" (
    id text NOT NULL,
    "organizationId" text NOT NULL,
    "parentId" text,
    title text NOT NULL,
    description text,
    "defaultLevel" "DefaultLevel" DEFAULT 'INHERIT',
    "effectiveLevel" "DefaultLevel" DEFAULT 'INHERIT',
    ancestors text[],
    "position" text NOT NULL COLLATE pg_catalog."C",
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "deletedAt" TIMESTAMPTZ(3),
    "deletedWithId" text,
    CONSTRAINT "Collection_pkey" PRIMARY KEY (id)
);

CREATE INDEX "Collection_ancestors_idx" ON "Collection" USING gin (ancestors);
CREATE INDEX "Collection_deletedAt_idx" ON "Collection" ("deletedAt");
CREATE INDEX "Collection_deletedWithId_idx" ON "Collection" ("deletedWithId");
CREATE INDEX "Collection_organizationId_id_idx" ON "Collection" ("organizationId", id);
CREATE INDEX "Collection_organizationId_position_id_idx" ON "Collection" ("organizationId", "position", id);

-- The order by title ignores case.
CREATE INDEX "Collection_organizationId_title_id_idx" ON "Collection" ("organizationId", lower(title), id);
CREATE INDEX "Collection_organizationId_title_idx" ON "Collection" USING gin ("organizationId", lower(title) gin_trgm_ops);
CREATE INDEX "Collection_organizationId_updatedAt_id_idx" ON "Collection" ("organizationId", "updatedAt", id);
CREATE INDEX "Collection_parentId_position_id_idx" ON "Collection" ("parentId", "position", id);

CREATE TABLE "Comment" (
    id text NOT NULL,
    "spaceId" text NOT NULL,
    "revisionId" text,
    "pageId" text,
    "nodeId" text,
    "nodePreview" text,
    markdown text NOT NULL,
    document jsonb,
    status "CommentStatus" DEFAULT 'OPEN' NOT NULL,
    "postedById" text,
    "postedAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "editedAt" TIMESTAMPTZ(3),
    "resolvedAt" TIMESTAMPTZ(3),
    "resolvedById" text,
    "replyCount" integer DEFAULT 0 NOT NULL,
    "changeRequestId" text,
    "reviewId" text,
    CONSTRAINT "Comment_pkey" PRIMARY KEY (id)
);

CREATE INDEX "Comment_changeRequestId_postedAt_id_idx" ON "Comment" ("changeRequestId", "postedAt", id);
CREATE INDEX "Comment_postedById_idx" ON "Comment" ("postedById");
CREATE INDEX "Comment_resolvedById_idx" ON "Comment" ("resolvedById");
CREATE UNIQUE INDEX "Comment_reviewId_key" ON "Comment" ("reviewId");
CREATE INDEX "Comment_revisionId_idx" ON "Comment" ("revisionId");
CREATE INDEX "Comment_spaceId_pageId_postedAt_id_idx" ON "Comment" ("spaceId", "pageId", "postedAt", id);
CREATE INDEX "Comment_spaceId_postedAt_id_changeRequestId_postedById_repl_idx" ON "Comment" ("spaceId", "postedAt", id, "changeRequestId", "postedById", "replyCount");
CREATE INDEX "Comment_spaceId_status_postedAt_id_idx" ON "Comment" ("spaceId", status, "postedAt", id);

CREATE TABLE "CommentReaction" (
    id text NOT NULL,
    "commentId" text,
    "replyId" text,
    "userId" text NOT NULL,
    emoji text NOT NULL,
    "reactedAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "CommentReaction_one_target" CHECK ((num_nonnulls("commentId", "replyId") = 1)),
    CONSTRAINT "CommentReaction_pkey" PRIMARY KEY (id)
);

CREATE UNIQUE INDEX "CommentReaction_commentId_userId_emoji_key" ON "CommentReaction" ("commentId", "userId", emoji);
CREATE UNIQUE INDEX "CommentReaction_replyId_userId_emoji_key" ON "CommentReaction" ("replyId", "userId", emoji);
CREATE INDEX "CommentReaction_userId_idx" ON "CommentReaction" ("userId");

CREATE TABLE "CommentReply" (
    id text NOT NULL,
    "commentId" text NOT NULL,
    markdown text NOT NULL,
    document jsonb,
    "postedById" text,
    "postedAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "editedAt" TIMESTAMPTZ(3),
    CONSTRAINT "CommentReply_pkey" PRIMARY KEY (id)
);

CREATE INDEX "CommentReply_commentId_postedAt_id_idx" ON "CommentReply" ("commentId", "postedAt", id);
CREATE INDEX "CommentReply_postedById_idx" ON "CommentReply" ("postedById");

-- Pages whose text is computed, which are written again when what they are computed from changes.
CREATE TABLE "ComputedSearch" (
    "spaceId" text NOT NULL,
    version text NOT NULL,
    CONSTRAINT "ComputedSearch_pkey" PRIMARY KEY ("spaceId")
);

CREATE TABLE "Space" (
    id text NOT NULL,
    "organizationId" text NOT NULL,
    "parentId" text,
    title text NOT NULL,
    emoji text NOT NULL,
    icon text,
    visibility "SpaceVisibility" DEFAULT 'PRIVATE' NOT NULL,
    "editMode" "EditMode" DEFAULT 'LIVE' NOT NULL,
    "defaultLevel" "DefaultLevel" DEFAULT 'INHERIT',
    "effectiveLevel" "DefaultLevel" DEFAULT 'INHERIT',
    ancestors text[],
    "position" text NOT NULL COLLATE pg_catalog."C",
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "deletedAt" TIMESTAMPTZ(3),
    "gitSyncRepoName" text,
    "gitSyncProvider" "GitSyncProvider",
    "gitSyncIntegration" text,
    "gitSyncURL" text,
    "gitSyncUpdatedAt" TIMESTAMPTZ(3),
    "revisionId" text NOT NULL,
    "openComments" integer DEFAULT 0 NOT NULL,
    "changeRequestsTotal" integer DEFAULT 0 NOT NULL,
    "changeRequestsOpen" integer DEFAULT 0 NOT NULL,
    "changeRequestsDraft" integer DEFAULT 0 NOT NULL,
    "searchedAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "sharesContentIds" boolean DEFAULT false NOT NULL,
    "deletedWithId" text,
    "mergeRules" jsonb,
    language text,
    CONSTRAINT "Space_pkey" PRIMARY KEY (id)
);

CREATE INDEX "Space_ancestors_idx" ON "Space" USING gin (ancestors);
CREATE INDEX "Space_deletedAt_idx" ON "Space" ("deletedAt");
CREATE INDEX "Space_deletedWithId_idx" ON "Space" ("deletedWithId");
CREATE INDEX "Space_organizationId_deletedAt_id_idx" ON "Space" ("organizationId", "deletedAt", id);

-- What decides who sees a space or a member is in the index by which they are counted.
CREATE INDEX "Space_organizationId_id_deletedAt_effectiveLevel_parentId_a_idx" ON "Space" ("organizationId", id, "deletedAt", "effectiveLevel", "parentId", ancestors);
CREATE INDEX "Space_organizationId_position_id_idx" ON "Space" ("organizationId", "position", id);
CREATE INDEX "Space_organizationId_title_id_idx" ON "Space" ("organizationId", lower(title), id);
CREATE INDEX "Space_organizationId_title_idx" ON "Space" USING gin ("organizationId", lower(title) gin_trgm_ops);
CREATE INDEX "Space_organizationId_updatedAt_id_idx" ON "Space" ("organizationId", "updatedAt", id);
CREATE INDEX "Space_parentId_position_id_idx" ON "Space" ("parentId", "position", id);
CREATE UNIQUE INDEX "Space_revisionId_key" ON "Space" ("revisionId");
CREATE INDEX "Space_unsearched_idx" ON "Space" (id) WHERE ("searchedAt" IS NULL);

CREATE TABLE "ContentConflict" (
    id text NOT NULL,
    "changeRequestId" text NOT NULL,
    ordinal integer NOT NULL,
    kind "ConflictKind" NOT NULL,
    object "ContentObject" NOT NULL,
    "objectId" text NOT NULL,
    title text NOT NULL,
    field text,
    base jsonb,
    ours jsonb,
    theirs jsonb,
    resolution "ConflictResolution",
    "resolvedAt" TIMESTAMPTZ(3),
    "resolvedById" text,
    "revisionId" text,
    status "ConflictStatus" DEFAULT 'OPEN' NOT NULL,
    text text,
    CONSTRAINT "ContentConflict_pkey" PRIMARY KEY (id)
);

CREATE UNIQUE INDEX "ContentConflict_changeRequestId_ordinal_key" ON "ContentConflict" ("changeRequestId", ordinal);
CREATE INDEX "ContentConflict_resolvedById_idx" ON "ContentConflict" ("resolvedById");

CREATE TABLE "ContentPermission" (
    id text NOT NULL,
    "userId" text,
    "teamId" text,
    "collectionId" text,
    "spaceId" text,
    "siteId" text,
    role "Role" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "ContentPermission_one_holder" CHECK ((num_nonnulls("userId", "teamId") = 1)),
    CONSTRAINT "ContentPermission_one_target" CHECK ((num_nonnulls("collectionId", "spaceId", "siteId") = 1)),
    CONSTRAINT "ContentPermission_pkey" PRIMARY KEY (id)
);

CREATE INDEX "ContentPermission_collectionId_idx" ON "ContentPermission" ("collectionId");
CREATE INDEX "ContentPermission_siteId_idx" ON "ContentPermission" ("siteId");
CREATE INDEX "ContentPermission_spaceId_idx" ON "ContentPermission" ("spaceId");
CREATE UNIQUE INDEX "ContentPermission_teamId_collectionId_key" ON "ContentPermission" ("teamId", "collectionId");
CREATE UNIQUE INDEX "ContentPermission_teamId_siteId_key" ON "ContentPermission" ("teamId", "siteId");
CREATE UNIQUE INDEX "ContentPermission_teamId_spaceId_key" ON "ContentPermission" ("teamId", "spaceId");
CREATE UNIQUE INDEX "ContentPermission_userId_collectionId_key" ON "ContentPermission" ("userId", "collectionId");
CREATE UNIQUE INDEX "ContentPermission_userId_siteId_key" ON "ContentPermission" ("userId", "siteId");
CREATE UNIQUE INDEX "ContentPermission_userId_spaceId_key" ON "ContentPermission" ("userId", "spaceId");

CREATE TABLE "CustomField" (
    id text NOT NULL,
    "organizationId" text NOT NULL,
    name text NOT NULL,
    type "CustomFieldType" NOT NULL,
    title text DEFAULT '' NOT NULL,
    description text DEFAULT '' NOT NULL,
    placeholder text DEFAULT '' NOT NULL,
    options text[],
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "CustomField_pkey" PRIMARY KEY (id)
);

CREATE INDEX "CustomField_organizationId_id_idx" ON "CustomField" ("organizationId", id);
CREATE UNIQUE INDEX "CustomField_organizationId_name_key" ON "CustomField" ("organizationId", name);

CREATE TABLE "CustomFieldValue" (
    "spaceId" text NOT NULL,
    "fieldId" text NOT NULL,
    value jsonb NOT NULL,
    CONSTRAINT "CustomFieldValue_pkey" PRIMARY KEY ("spaceId", "fieldId")
);

CREATE INDEX "CustomFieldValue_fieldId_idx" ON "CustomFieldValue" ("fieldId");

CREATE TABLE "CustomFont" (
    id text NOT NULL,
    "organizationId" text NOT NULL,
    "fontFamily" text NOT NULL,
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "CustomFont_pkey" PRIMARY KEY (id)
);

CREATE INDEX "CustomFont_organizationId_id_idx" ON "CustomFont" ("organizationId", id);

CREATE TABLE "CustomFontFace" (
    id text NOT NULL,
    "fontId" text NOT NULL,
    weight integer NOT NULL,
    format "FontFormat" NOT NULL,
    "blobHash" text NOT NULL,
    CONSTRAINT "CustomFontFace_pkey" PRIMARY KEY (id)
);

CREATE INDEX "CustomFontFace_blobHash_idx" ON "CustomFontFace" ("blobHash");
CREATE UNIQUE INDEX "CustomFontFace_fontId_weight_key" ON "CustomFontFace" ("fontId", weight);

CREATE TABLE "Document" (
    id text NOT NULL,
    markdown text NOT NULL,
    nodes jsonb,
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "linksReadAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    anchors text[] DEFAULT ARRAY[]::text[],
    "foldedAnchors" text[] DEFAULT ARRAY[]::text[],
    CONSTRAINT "Document_pkey" PRIMARY KEY (id)
);

-- The two jobs ask for what is left.
CREATE INDEX "Document_unread_links_idx" ON "Document" (id) WHERE ("linksReadAt" IS NULL);

CREATE TABLE "DocumentLink" (
    "documentId" text NOT NULL,
    ordinal integer NOT NULL,
    relation "LinkRelation" NOT NULL,
    kind "LinkKind" NOT NULL,
    "targetId" text,
    "spaceId" text,
    anchor text,
    url text,
    section text,
    paths text[] DEFAULT ARRAY[]::text[],
    names text[] DEFAULT ARRAY[]::text[],
    CONSTRAINT "DocumentLink_pkey" PRIMARY KEY ("documentId", ordinal)
);

-- The paths that a page needs for a relative URL to lead to it, and the last names of these paths.
CREATE INDEX "DocumentLink_names_idx" ON "DocumentLink" USING gin (names) WHERE (names <> '{}'::text[]);
CREATE INDEX "DocumentLink_spaceId_idx" ON "DocumentLink" ("spaceId");
CREATE INDEX "DocumentLink_targetId_idx" ON "DocumentLink" ("targetId") INCLUDE (kind, "spaceId", "documentId");

CREATE TABLE "Member" (
    id text NOT NULL,
    "organizationId" text NOT NULL,
    "userId" text NOT NULL,
    role "Role",
    disabled boolean DEFAULT false NOT NULL,
    sso boolean DEFAULT false NOT NULL,
    "joinedAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "lastSeenAt" TIMESTAMPTZ(3),
    CONSTRAINT "Member_pkey" PRIMARY KEY (id)
);

CREATE INDEX "Member_organizationId_id_idx" ON "Member" ("organizationId", id);
CREATE INDEX "Member_organizationId_joinedAt_id_idx" ON "Member" ("organizationId", "joinedAt", id);
CREATE INDEX "Member_organizationId_lastSeenAt_id_disabled_idx" ON "Member" ("organizationId", "lastSeenAt", id, disabled);
CREATE UNIQUE INDEX "Member_organizationId_userId_key" ON "Member" ("organizationId", "userId");
CREATE INDEX "Member_userId_idx" ON "Member" ("userId");

CREATE TABLE "Site" (
    id text NOT NULL,
    "organizationId" text NOT NULL,
    type "SiteType" DEFAULT 'BASIC' NOT NULL,
    title text NOT NULL,
    "iconLight" text,
    "iconDark" text,
    "iconEmoji" text,
    hostname text,
    basename text,
    proxy text,
    visibility "SiteVisibility" DEFAULT 'PUBLIC' NOT NULL,
    published boolean DEFAULT false NOT NULL,
    "adaptiveContentEnabled" boolean DEFAULT false NOT NULL,
    "siteSpaceCount" integer DEFAULT 0 NOT NULL,
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "hostnameProven" boolean DEFAULT false NOT NULL,
    "proxyProven" boolean DEFAULT false NOT NULL,
    CONSTRAINT "Site_pkey" PRIMARY KEY (id)
);

CREATE INDEX "Site_hostname_idx" ON "Site" (hostname);

-- Nobody takes a name that they have not proven.
CREATE UNIQUE INDEX "Site_hostname_key" ON "Site" (hostname) WHERE "hostnameProven";
CREATE UNIQUE INDEX "Site_organizationId_basename_key" ON "Site" ("organizationId", basename);
CREATE INDEX "Site_organizationId_id_idx" ON "Site" ("organizationId", id);
CREATE INDEX "Site_organizationId_title_id_idx" ON "Site" ("organizationId", lower(title), id);
CREATE INDEX "Site_organizationId_title_idx" ON "Site" USING gin ("organizationId", lower(title) gin_trgm_ops);
CREATE INDEX "Site_organizationId_updatedAt_id_idx" ON "Site" ("organizationId", "updatedAt", id);
CREATE INDEX "Site_proxy_idx" ON "Site" (proxy);

CREATE TABLE "TeamMember" (
    "teamId" text NOT NULL,
    "userId" text NOT NULL,
    role "TeamRole" DEFAULT 'MEMBER' NOT NULL,
    "joinedAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "TeamMember_pkey" PRIMARY KEY ("teamId", "userId")
);

CREATE INDEX "TeamMember_userId_idx" ON "TeamMember" ("userId");

CREATE TABLE "EmailInvite" (
    id text NOT NULL,
    "organizationId" text NOT NULL,
    email text NOT NULL,
    role "Role",
    sso boolean DEFAULT false NOT NULL,
    "secretHash" text NOT NULL,
    "invitedById" text,
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "acceptedAt" TIMESTAMPTZ(3),
    "linkHash" text,
    CONSTRAINT "EmailInvite_pkey" PRIMARY KEY (id)
);

CREATE INDEX "EmailInvite_invitedById_idx" ON "EmailInvite" ("invitedById");

-- The link of an invitation, which whoever sent it may pass on. Its secret is not in the audit log either.
CREATE UNIQUE INDEX "EmailInvite_linkHash_key" ON "EmailInvite" ("linkHash");
CREATE UNIQUE INDEX "EmailInvite_organizationId_email_key" ON "EmailInvite" ("organizationId", email);
CREATE INDEX "EmailInvite_organizationId_id_idx" ON "EmailInvite" ("organizationId", id);
CREATE UNIQUE INDEX "EmailInvite_secretHash_key" ON "EmailInvite" ("secretHash");

-- Counts the invitations by email of an organization on one day, of which there is a maximum.
CREATE TABLE "EmailInviteDay" (
    "organizationId" text NOT NULL,
    day date NOT NULL,
    sent integer NOT NULL,
    CONSTRAINT "EmailInviteDay_pkey" PRIMARY KEY ("organizationId")
);

-- Pages with expressions are indexed again by a job, when a variable of their space has changed.
CREATE TABLE "ExpressionSearch" (
    "spaceId" text NOT NULL,
    sequence integer NOT NULL,
    CONSTRAINT "ExpressionSearch_pkey" PRIMARY KEY ("spaceId")
);

CREATE TABLE "FileVersion" (
    id text NOT NULL,
    "branchId" text NOT NULL,
    "fileId" text NOT NULL,
    sequence integer NOT NULL,
    "endSequence" integer,
    deleted boolean DEFAULT false NOT NULL,
    name text NOT NULL,
    "contentType" text NOT NULL,
    width integer,
    height integer,
    "gitOid" text,
    "gitPath" text,
    "blobHash" text NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "FileVersion_pkey" PRIMARY KEY (id)
);

CREATE INDEX "FileVersion_blobHash_idx" ON "FileVersion" ("blobHash");

-- The files of a branch are counted without being read.
CREATE INDEX "FileVersion_branchId_endSequence_idx" ON "FileVersion" ("branchId", "endSequence") INCLUDE (sequence, deleted, "fileId");
CREATE UNIQUE INDEX "FileVersion_branchId_fileId_sequence_key" ON "FileVersion" ("branchId", "fileId", sequence);
CREATE UNIQUE INDEX "FileVersion_current_key" ON "FileVersion" ("branchId", "fileId") WHERE ("endSequence" IS NULL);
CREATE INDEX "FileVersion_fileId_branchId_idx" ON "FileVersion" ("fileId", "branchId");

CREATE TABLE "GlossaryEntry" (
    id text NOT NULL,
    "organizationId" text NOT NULL,
    translations jsonb NOT NULL,
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "GlossaryEntry_pkey" PRIMARY KEY (id)
);

CREATE INDEX "GlossaryEntry_organizationId_id_idx" ON "GlossaryEntry" ("organizationId", id);

CREATE TABLE "InstallationSecret" (
    name text NOT NULL,
    value text NOT NULL,
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "InstallationSecret_pkey" PRIMARY KEY (name)
);

CREATE TABLE "Job" (
    id text NOT NULL,
    "organizationId" text NOT NULL,
    "spaceId" text NOT NULL,
    "changeRequestId" text,
    kind "JobKind" NOT NULL,
    status "JobStatus" DEFAULT 'PENDING' NOT NULL,
    "requestedById" text,
    input jsonb NOT NULL,
    origin jsonb,
    key text,
    done integer DEFAULT 0 NOT NULL,
    total integer,
    "errorCode" text,
    "errorReason" text,
    "errorMessage" text,
    "revisionId" text,
    report jsonb,
    "resultBlobHash" text,
    "resultFileName" text,
    "resultContentType" text,
    "runnerId" text,
    "heartbeatAt" TIMESTAMPTZ(3),
    attempts integer DEFAULT 0 NOT NULL,
    "writtenAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "startedAt" TIMESTAMPTZ(3),
    "completedAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3),
    "errorFields" jsonb,
    "siteId" text,
    CONSTRAINT "Job_pkey" PRIMARY KEY (id)
);

CREATE INDEX "Job_changeRequestId_idx" ON "Job" ("changeRequestId");
CREATE INDEX "Job_completedAt_idx" ON "Job" ("completedAt");
CREATE INDEX "Job_key_idx" ON "Job" (key);
CREATE UNIQUE INDEX "Job_key_unended_key" ON "Job" (key) WHERE (status = ANY (ARRAY['PENDING'::"JobStatus", 'IN_PROGRESS'::"JobStatus"]));
CREATE INDEX "Job_organizationId_kind_id_idx" ON "Job" ("organizationId", kind, id);
CREATE INDEX "Job_requestedById_idx" ON "Job" ("requestedById");
CREATE INDEX "Job_resultBlobHash_idx" ON "Job" ("resultBlobHash");

-- The site that an import was started for.
CREATE INDEX "Job_siteId_idx" ON "Job" ("siteId");
CREATE INDEX "Job_spaceId_id_idx" ON "Job" ("spaceId", id);

-- Jobs that wait or run are few, and are looked for often.
CREATE INDEX "Job_unended_idx" ON "Job" (id) WHERE (status = ANY (ARRAY['PENDING'::"JobStatus", 'IN_PROGRESS'::"JobStatus"]));

CREATE TABLE "KeptAnswer" (
    id text NOT NULL,
    "userId" text NOT NULL,
    fingerprint text NOT NULL,
    answer bytea,
    "runningUntil" TIMESTAMPTZ(3),
    size integer DEFAULT 0 NOT NULL,
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "KeptAnswer_pkey" PRIMARY KEY (id)
);

CREATE INDEX "KeptAnswer_createdAt_idx" ON "KeptAnswer" ("createdAt");
CREATE INDEX "KeptAnswer_userId_createdAt_idx" ON "KeptAnswer" ("userId", "createdAt");

CREATE TABLE "LinkInvite" (
    id text NOT NULL,
    "organizationId" text NOT NULL,
    role "Role",
    "spaceId" text,
    "collectionId" text,
    "createdById" text,
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "expiresAt" TIMESTAMPTZ(3),
    CONSTRAINT "LinkInvite_pkey" PRIMARY KEY (id)
);

CREATE INDEX "LinkInvite_collectionId_idx" ON "LinkInvite" ("collectionId");
CREATE INDEX "LinkInvite_createdById_idx" ON "LinkInvite" ("createdById");
CREATE INDEX "LinkInvite_organizationId_id_idx" ON "LinkInvite" ("organizationId", id);
CREATE INDEX "LinkInvite_spaceId_idx" ON "LinkInvite" ("spaceId");

CREATE TABLE "LinkTarget" (
    id BIGSERIAL,
    "branchId" text NOT NULL,
    relative boolean NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    "dependsOn" boolean NOT NULL,
    kind "LinkKind" NOT NULL,
    target text NOT NULL,
    space text NOT NULL,
    anchor text NOT NULL,
    url text NOT NULL,
    paths text[],
    names text[],
    status "LinkStatus",
    CONSTRAINT "LinkTarget_pkey" PRIMARY KEY (id)
);

CREATE UNIQUE INDEX "LinkTarget_branchId_relative_key_dependsOn_key" ON "LinkTarget" ("branchId", relative, key, "dependsOn");
CREATE INDEX "LinkTarget_branchId_status_key_idx" ON "LinkTarget" ("branchId", status, key);
CREATE INDEX "LinkTarget_branchId_target_idx" ON "LinkTarget" ("branchId", target);

CREATE TABLE "OpenAPISpec" (
    id text NOT NULL,
    "organizationId" text NOT NULL,
    slug text NOT NULL,
    "sourceUrl" text,
    "sourceBlobHash" text,
    generation integer DEFAULT 1 NOT NULL,
    "processingState" "OpenAPIProcessingState" DEFAULT 'PENDING' NOT NULL,
    visibility "OpenAPIVisibility" DEFAULT 'PRIVATE' NOT NULL,
    "lastVersionId" text,
    "lastProcessedAt" TIMESTAMPTZ(3),
    "lastProcessErrorCode" "OpenAPIErrorCode",
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "OpenAPISpec_pkey" PRIMARY KEY (id)
);

CREATE UNIQUE INDEX "OpenAPISpec_lastVersionId_key" ON "OpenAPISpec" ("lastVersionId");
CREATE INDEX "OpenAPISpec_organizationId_id_idx" ON "OpenAPISpec" ("organizationId", id);
CREATE UNIQUE INDEX "OpenAPISpec_organizationId_slug_key" ON "OpenAPISpec" ("organizationId", slug);
CREATE INDEX "OpenAPISpec_processingState_updatedAt_idx" ON "OpenAPISpec" ("processingState", "updatedAt");
CREATE INDEX "OpenAPISpec_sourceBlobHash_idx" ON "OpenAPISpec" ("sourceBlobHash");

CREATE TABLE "OpenAPISpecPage" (
    "specId" text NOT NULL,
    key text NOT NULL,
    number integer NOT NULL,
    "parentKey" text,
    kind "OpenAPIPageKind" NOT NULL,
    title text NOT NULL,
    markdown text NOT NULL,
    CONSTRAINT "OpenAPISpecPage_pkey" PRIMARY KEY ("specId", key)
);

CREATE TABLE "OpenAPISpecVersion" (
    id text NOT NULL,
    "specId" text NOT NULL,
    "blobHash" text NOT NULL,
    "contentHash" text NOT NULL,
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "contentType" text NOT NULL,
    "fileName" text NOT NULL,
    "sourceBlobHash" text NOT NULL,
    CONSTRAINT "OpenAPISpecVersion_pkey" PRIMARY KEY (id)
);

CREATE INDEX "OpenAPISpecVersion_blobHash_idx" ON "OpenAPISpecVersion" ("blobHash");
CREATE INDEX "OpenAPISpecVersion_sourceBlobHash_idx" ON "OpenAPISpecVersion" ("sourceBlobHash");
CREATE INDEX "OpenAPISpecVersion_specId_id_idx" ON "OpenAPISpecVersion" ("specId", id);

CREATE TABLE "Organization" (
    id text NOT NULL,
    title text NOT NULL,
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "emailDomains" text[],
    hostname text,
    type "OrganizationType" DEFAULT 'BUSINESS' NOT NULL,
    "useCase" "OrganizationUseCase",
    "defaultRole" "Role",
    "defaultSiteId" text,
    sso boolean DEFAULT false NOT NULL,
    ai boolean DEFAULT false NOT NULL,
    "inviteLinks" boolean DEFAULT true NOT NULL,
    "customHostname" text,
    logo text,
    "provenEmailDomains" text[] DEFAULT ARRAY[]::text[],
    "mergeRules" jsonb,
    "deletedAt" TIMESTAMPTZ(3),
    CONSTRAINT "Organization_pkey" PRIMARY KEY (id)
);

CREATE INDEX "Organization_customHostname_idx" ON "Organization" ("customHostname");
CREATE UNIQUE INDEX "Organization_defaultSiteId_key" ON "Organization" ("defaultSiteId");
CREATE INDEX "Organization_deletedAt_idx" ON "Organization" ("deletedAt");
CREATE UNIQUE INDEX "Organization_hostname_key" ON "Organization" (hostname);

CREATE TABLE "PageLink" (
    "branchId" text NOT NULL,
    "pageId" text NOT NULL,
    ordinal integer NOT NULL,
    "linkTargetId" bigint NOT NULL,
    CONSTRAINT "PageLink_pkey" PRIMARY KEY ("branchId", "pageId", ordinal)
);

CREATE INDEX "PageLink_linkTargetId_pageId_ordinal_idx" ON "PageLink" ("linkTargetId", "pageId", ordinal);

CREATE TABLE "PageVersion" (
    id text NOT NULL,
    "branchId" text NOT NULL,
    "pageId" text NOT NULL,
    sequence integer NOT NULL,
    "endSequence" integer,
    deleted boolean DEFAULT false NOT NULL,
    type "PageType" NOT NULL,
    "parentId" text,
    "position" text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL,
    slug text,
    emoji text,
    icon text,
    description text,
    hidden boolean DEFAULT false NOT NULL,
    "noIndex" boolean DEFAULT false NOT NULL,
    "noRobotsIndex" boolean DEFAULT false NOT NULL,
    layout jsonb,
    cover jsonb,
    target jsonb,
    computed jsonb,
    "computedSeed" text,
    "documentId" text,
    "gitOid" text,
    "gitPath" text,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "frontMatter" text,
    heading text,
    CONSTRAINT "PageVersion_pkey" PRIMARY KEY (id)
);

-- Which bodies the pages of a branch have, and which bodies link to a page, is read from an index alone.
CREATE INDEX "PageVersion_branchId_endSequence_idx" ON "PageVersion" ("branchId", "endSequence") INCLUDE (sequence, deleted, "pageId", "documentId");
CREATE UNIQUE INDEX "PageVersion_branchId_pageId_sequence_key" ON "PageVersion" ("branchId", "pageId", sequence);
CREATE INDEX "PageVersion_branchId_parentId_position_id_idx" ON "PageVersion" ("branchId", "parentId", "position", id);

-- Of the pages of a revision only those that stand for others, which are few.
CREATE INDEX "PageVersion_computed_idx" ON "PageVersion" ("branchId") WHERE (type = 'COMPUTED'::"PageType");

-- The current pages whose text is computed, which are few.
CREATE INDEX "PageVersion_computed_now_idx" ON "PageVersion" ("branchId") WHERE ((computed IS NOT NULL) AND ("endSequence" IS NULL));

-- One current version of each thing on a branch.
CREATE UNIQUE INDEX "PageVersion_current_key" ON "PageVersion" ("branchId", "pageId") WHERE ("endSequence" IS NULL);

-- The pages of one branch among those of all spaces that share a body.
CREATE INDEX "PageVersion_documentId_branchId_idx" ON "PageVersion" ("documentId", "branchId");

-- The row of a page in one branch. Of a revision without a base nothing is read in the second branch that it lacks.
CREATE INDEX "PageVersion_pageId_branchId_idx" ON "PageVersion" ("pageId", "branchId");

-- A page by its path, in any revision.
CREATE INDEX "PageVersion_path_idx" ON "PageVersion" ("branchId", COALESCE("parentId", ''::text), slug);

-- The pages that refer to something outside of their bodies: the files of covers, and the targets of links in the contents.
CREATE INDEX "PageVersion_references_idx" ON "PageVersion" ("branchId") WHERE ((cover IS NOT NULL) OR (target IS NOT NULL));
CREATE UNIQUE INDEX "PageVersion_slug_key" ON "PageVersion" ("branchId", COALESCE("parentId", ''::text), slug) WHERE (("endSequence" IS NULL) AND (NOT deleted));

-- The links in the table of contents that refer to a page.
CREATE INDEX "PageVersion_targetPage_idx" ON "PageVersion" ("branchId", ((target ->> 'page'::text))) WHERE ((target ->> 'page'::text) IS NOT NULL);

-- The pages of the type link that lead to another space.
CREATE INDEX "PageVersion_targetSpace_idx" ON "PageVersion" (((target ->> 'space'::text))) WHERE ((target ->> 'space'::text) IS NOT NULL);

CREATE TABLE "PublishingAuth" (
    "siteId" text NOT NULL,
    backend "PublishingAuthBackend" DEFAULT 'CUSTOM' NOT NULL,
    "privateKey" text NOT NULL,
    "fallbackUrl" text,
    "updatedAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "logoutUrl" text,
    CONSTRAINT "PublishingAuth_pkey" PRIMARY KEY ("siteId")
);

-- Unlogged, because what it has is worth nothing after a minute.
CREATE UNLOGGED TABLE "RateLimitCount" (
    client text NOT NULL,
    "window" integer NOT NULL,
    points integer NOT NULL,
    CONSTRAINT "RateLimitCount_pkey" PRIMARY KEY (client, "window")
);

-- The versions of sites, spaces and specifications that a renderer was last told of. There is no foreign key: a renderer is
-- also told of what was deleted.
CREATE TABLE "RenderedVersion" (
    "organizationId" text NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    version text NOT NULL,
    receiver text NOT NULL,
    CONSTRAINT "RenderedVersion_pkey" PRIMARY KEY ("organizationId", receiver, kind, name)
);

CREATE TABLE "RequestedReviewer" (
    id text NOT NULL,
    "changeRequestId" text NOT NULL,
    "userId" text NOT NULL,
    "revisionId" text NOT NULL,
    "requestedById" text,
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "RequestedReviewer_pkey" PRIMARY KEY (id)
);

CREATE UNIQUE INDEX "RequestedReviewer_changeRequestId_userId_key" ON "RequestedReviewer" ("changeRequestId", "userId");
CREATE INDEX "RequestedReviewer_requestedById_idx" ON "RequestedReviewer" ("requestedById");
CREATE INDEX "RequestedReviewer_revisionId_idx" ON "RequestedReviewer" ("revisionId");
CREATE INDEX "RequestedReviewer_userId_idx" ON "RequestedReviewer" ("userId");

CREATE TABLE "ReusableContentVersion" (
    id text NOT NULL,
    "branchId" text NOT NULL,
    "reusableId" text NOT NULL,
    sequence integer NOT NULL,
    "endSequence" integer,
    deleted boolean DEFAULT false NOT NULL,
    title text NOT NULL,
    "documentId" text,
    "gitOid" text,
    "gitPath" text,
    CONSTRAINT "ReusableContentVersion_pkey" PRIMARY KEY (id)
);

CREATE INDEX "ReusableContentVersion_branchId_endSequence_idx" ON "ReusableContentVersion" ("branchId", "endSequence");
CREATE UNIQUE INDEX "ReusableContentVersion_branchId_reusableId_sequence_key" ON "ReusableContentVersion" ("branchId", "reusableId", sequence);
CREATE UNIQUE INDEX "ReusableContentVersion_current_key" ON "ReusableContentVersion" ("branchId", "reusableId") WHERE ("endSequence" IS NULL);
CREATE INDEX "ReusableContentVersion_documentId_idx" ON "ReusableContentVersion" ("documentId");
CREATE INDEX "ReusableContentVersion_reusableId_idx" ON "ReusableContentVersion" ("reusableId");

CREATE TABLE "Review" (
    id text NOT NULL,
    "changeRequestId" text NOT NULL,
    "revisionId" text NOT NULL,
    "reviewerId" text,
    "requestedById" text,
    status "ReviewStatus" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    outdated boolean DEFAULT false NOT NULL,
    CONSTRAINT "Review_pkey" PRIMARY KEY (id)
);

CREATE INDEX "Review_changeRequestId_createdAt_id_idx" ON "Review" ("changeRequestId", "createdAt", id);
CREATE INDEX "Review_requestedById_idx" ON "Review" ("requestedById");
CREATE INDEX "Review_reviewerId_idx" ON "Review" ("reviewerId");
CREATE INDEX "Review_revisionId_idx" ON "Review" ("revisionId");

CREATE TABLE "Revision" (
    id text NOT NULL,
    "spaceId" text NOT NULL,
    "branchId" text NOT NULL,
    sequence integer NOT NULL,
    "baseSequence" integer,
    type "RevisionType" NOT NULL,
    parents text[],
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "createdById" text,
    "gitOid" text,
    "gitMessage" text,
    "gitCreatedByService" boolean,
    "gitURL" text,
    "gitRef" text,
    "baseBranchId" text,
    variables json,
    CONSTRAINT "Revision_pkey" PRIMARY KEY (id)
);

CREATE UNIQUE INDEX "Revision_branchId_sequence_key" ON "Revision" ("branchId", sequence);
CREATE INDEX "Revision_createdById_idx" ON "Revision" ("createdById");
CREATE INDEX "Revision_spaceId_createdAt_id_idx" ON "Revision" ("spaceId", "createdAt", id);

-- Servers remember the viewers of tokens. The sum of the versions of a viewer's subjects tells whether one is current:
-- those of the user, their organizations and their teams. Each change to what a viewer is read from adds 1 to it, in the
-- transaction that makes the change.
CREATE TABLE "RightsVersion" (
    id BIGSERIAL,
    subject text NOT NULL,
    version bigint NOT NULL,
    CONSTRAINT "RightsVersion_pkey" PRIMARY KEY (id)
);

CREATE INDEX "RightsVersion_subject_version_idx" ON "RightsVersion" (subject, version);

CREATE TABLE "SamlAssertion" (
    "providerId" text NOT NULL,
    "assertionId" text NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "SamlAssertion_pkey" PRIMARY KEY ("providerId", "assertionId")
);

CREATE INDEX "SamlAssertion_expiresAt_idx" ON "SamlAssertion" ("expiresAt");

CREATE TABLE "SamlProvider" (
    id text NOT NULL,
    "organizationId" text NOT NULL,
    label text NOT NULL,
    "entityId" text DEFAULT '' NOT NULL,
    certificate text DEFAULT '' NOT NULL,
    "ssoUrl" text DEFAULT '' NOT NULL,
    "defaultTeamId" text,
    "defaultRole" "Role",
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "workedAt" TIMESTAMPTZ(3),
    CONSTRAINT "SamlProvider_pkey" PRIMARY KEY (id)
);

CREATE INDEX "SamlProvider_defaultTeamId_idx" ON "SamlProvider" ("defaultTeamId");
CREATE INDEX "SamlProvider_organizationId_id_idx" ON "SamlProvider" ("organizationId", id);

CREATE TABLE "SamlRequest" (
    id text NOT NULL,
    "providerId" text NOT NULL,
    "returnTo" text NOT NULL,
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "SamlRequest_pkey" PRIMARY KEY (id)
);

CREATE INDEX "SamlRequest_expiresAt_idx" ON "SamlRequest" ("expiresAt");
CREATE INDEX "SamlRequest_providerId_idx" ON "SamlRequest" ("providerId");

CREATE TABLE "SearchPage" (
    "spaceId" text NOT NULL,
    "pageId" text NOT NULL,
    title text NOT NULL,
    vector tsvector NOT NULL,
    computed boolean DEFAULT false NOT NULL,
    CONSTRAINT "SearchPage_pkey" PRIMARY KEY ("spaceId", "pageId")
);

-- Searches the pages of a space by the words in them: by the words alone, the pages of the whole installation that have
-- them are read. An array needs no extension, unlike the text.
CREATE INDEX "SearchPage_spaceId_vector_idx" ON "SearchPage" USING gin ((ARRAY["spaceId"]), vector);

CREATE TABLE "SearchSection" (
    "spaceId" text NOT NULL,
    "pageId" text NOT NULL,
    ordinal integer NOT NULL,
    anchor text,
    title text NOT NULL,
    body text NOT NULL,
    CONSTRAINT "SearchSection_pkey" PRIMARY KEY ("spaceId", "pageId", ordinal)
);

CREATE TABLE "SearchWord" (
    word text NOT NULL COLLATE pg_catalog."C",
    "unusedAt" TIMESTAMPTZ(3),
    CONSTRAINT "SearchWord_pkey" PRIMARY KEY (word)
);

-- How many pages of each space the search index has, in one range for all spaces of an organization.
CREATE TABLE "SearchedSpace" (
    "spaceId" text NOT NULL,
    "organizationId" text NOT NULL,
    pages integer NOT NULL,
    CONSTRAINT "SearchedSpace_pkey" PRIMARY KEY ("spaceId")
);

CREATE INDEX "SearchedSpace_organizationId_spaceId_idx" ON "SearchedSpace" ("organizationId", "spaceId") INCLUDE (pages);

CREATE TABLE "ShareLink" (
    id text NOT NULL,
    "siteId" text NOT NULL,
    name text NOT NULL,
    key text NOT NULL,
    active boolean DEFAULT true NOT NULL,
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "ShareLink_pkey" PRIMARY KEY (id)
);

CREATE UNIQUE INDEX "ShareLink_key_key" ON "ShareLink" (key);
CREATE INDEX "ShareLink_siteId_id_idx" ON "ShareLink" ("siteId", id);

CREATE TABLE "SiteCustomization" (
    "siteId" text NOT NULL,
    settings jsonb NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "SiteCustomization_pkey" PRIMARY KEY ("siteId")
);

-- Events of visitors, counted by day. Nothing about the visitors is kept.
CREATE TABLE "SiteEventCount" (
    "siteId" text NOT NULL,
    day date NOT NULL,
    type text NOT NULL,
    "spaceId" text NOT NULL,
    "pageId" text NOT NULL,
    count integer NOT NULL,
    rating text DEFAULT '' NOT NULL,
    CONSTRAINT "SiteEventCount_pkey" PRIMARY KEY ("siteId", day, type, "spaceId", "pageId", rating)
);

CREATE TABLE "SiteExternalLink" (
    id text NOT NULL,
    "siteId" text NOT NULL,
    "groupId" text,
    title text NOT NULL,
    "localizedTitle" jsonb,
    description text,
    "localizedDescription" jsonb,
    icon text,
    url text NOT NULL,
    condition text,
    draft boolean DEFAULT false NOT NULL,
    "position" text NOT NULL,
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "SiteExternalLink_pkey" PRIMARY KEY (id)
);

CREATE INDEX "SiteExternalLink_groupId_position_id_idx" ON "SiteExternalLink" ("groupId", "position", id);
CREATE INDEX "SiteExternalLink_siteId_position_id_idx" ON "SiteExternalLink" ("siteId", "position", id);

CREATE TABLE "SiteRedirect" (
    id text NOT NULL,
    "siteId" text NOT NULL,
    source text NOT NULL,
    "sectionId" text,
    "siteSpaceId" text,
    "pageId" text,
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    url text,
    "captureWildcard" boolean DEFAULT false NOT NULL,
    permanent boolean DEFAULT false NOT NULL,
    draft boolean DEFAULT false NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "SiteRedirect_destination_check" CHECK (((num_nonnulls("sectionId", "siteSpaceId", url) = 1) AND (("pageId" IS NULL) OR ("siteSpaceId" IS NOT NULL)))),
    CONSTRAINT "SiteRedirect_pkey" PRIMARY KEY (id)
);

CREATE INDEX "SiteRedirect_sectionId_idx" ON "SiteRedirect" ("sectionId");
CREATE INDEX "SiteRedirect_siteId_id_idx" ON "SiteRedirect" ("siteId", id);
CREATE UNIQUE INDEX "SiteRedirect_siteId_source_draft_key" ON "SiteRedirect" ("siteId", source, draft);
CREATE INDEX "SiteRedirect_siteId_updatedAt_id_idx" ON "SiteRedirect" ("siteId", "updatedAt", id);
CREATE INDEX "SiteRedirect_siteSpaceId_idx" ON "SiteRedirect" ("siteSpaceId");

CREATE TABLE "SiteSection" (
    id text NOT NULL,
    "siteId" text NOT NULL,
    "groupId" text,
    title text NOT NULL,
    description text,
    "isDefault" boolean DEFAULT false NOT NULL,
    path text NOT NULL,
    condition text,
    icon text,
    "position" text NOT NULL COLLATE pg_catalog."C",
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "localizedTitle" jsonb,
    "localizedDescription" jsonb,
    draft boolean DEFAULT false NOT NULL,
    CONSTRAINT "SiteSection_pkey" PRIMARY KEY (id)
);

-- The conditions of a site, without reading its parts that have none: the lookup of a URL asks which of them hold.
CREATE INDEX "SiteSection_conditional_idx" ON "SiteSection" ("siteId") WHERE (condition IS NOT NULL);

-- At most one default of each kind.
CREATE UNIQUE INDEX "SiteSection_default_key" ON "SiteSection" ("siteId") WHERE "isDefault";
CREATE INDEX "SiteSection_groupId_position_id_idx" ON "SiteSection" ("groupId", "position", id);
CREATE UNIQUE INDEX "SiteSection_siteId_path_key" ON "SiteSection" ("siteId", path);
CREATE INDEX "SiteSection_siteId_position_id_idx" ON "SiteSection" ("siteId", "position", id);

CREATE TABLE "SiteSectionGroup" (
    id text NOT NULL,
    "siteId" text NOT NULL,
    title text NOT NULL,
    icon text,
    "position" text NOT NULL COLLATE pg_catalog."C",
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "groupId" text,
    "localizedTitle" jsonb,
    draft boolean DEFAULT false NOT NULL,
    CONSTRAINT "SiteSectionGroup_pkey" PRIMARY KEY (id)
);

CREATE INDEX "SiteSectionGroup_groupId_position_id_idx" ON "SiteSectionGroup" ("groupId", "position", id);
CREATE INDEX "SiteSectionGroup_siteId_position_id_idx" ON "SiteSectionGroup" ("siteId", "position", id);

CREATE TABLE "SiteSpace" (
    id text NOT NULL,
    "siteId" text NOT NULL,
    "sectionId" text,
    "spaceId" text NOT NULL,
    "isDefault" boolean DEFAULT false NOT NULL,
    path text NOT NULL,
    condition text,
    "position" text NOT NULL COLLATE pg_catalog."C",
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    title text,
    "localizedTitle" jsonb,
    "pageId" text,
    draft boolean DEFAULT false NOT NULL,
    hidden boolean DEFAULT false NOT NULL,
    CONSTRAINT "SiteSpace_pkey" PRIMARY KEY (id)
);

CREATE INDEX "SiteSpace_conditional_idx" ON "SiteSpace" ("siteId") WHERE (condition IS NOT NULL);
CREATE UNIQUE INDEX "SiteSpace_default_at_root_key" ON "SiteSpace" ("siteId") WHERE ("isDefault" AND ("sectionId" IS NULL));
CREATE UNIQUE INDEX "SiteSpace_default_in_section_key" ON "SiteSpace" ("sectionId") WHERE "isDefault";
CREATE UNIQUE INDEX "SiteSpace_path_at_root_key" ON "SiteSpace" ("siteId", path) WHERE ("sectionId" IS NULL);
CREATE UNIQUE INDEX "SiteSpace_sectionId_path_key" ON "SiteSpace" ("sectionId", path);
CREATE INDEX "SiteSpace_sectionId_position_id_idx" ON "SiteSpace" ("sectionId", "position", id);
CREATE UNIQUE INDEX "SiteSpace_sectionId_spaceId_key" ON "SiteSpace" ("sectionId", "spaceId");
CREATE INDEX "SiteSpace_siteId_position_id_idx" ON "SiteSpace" ("siteId", "position", id);

-- The spaces of a site are counted for those who may see some of them.
CREATE INDEX "SiteSpace_siteId_spaceId_draft_idx" ON "SiteSpace" ("siteId", "spaceId", draft);
CREATE INDEX "SiteSpace_spaceId_idx" ON "SiteSpace" ("spaceId");
CREATE UNIQUE INDEX "SiteSpace_space_at_root_key" ON "SiteSpace" ("siteId", "spaceId") WHERE ("sectionId" IS NULL);

CREATE TABLE "SiteSpaceCustomization" (
    "siteSpaceId" text NOT NULL,
    settings jsonb NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "SiteSpaceCustomization_pkey" PRIMARY KEY ("siteSpaceId")
);

CREATE TABLE "SpaceReference" (
    "toSpaceId" text NOT NULL,
    "pageId" text NOT NULL,
    "spaceId" text NOT NULL,
    CONSTRAINT "SpaceReference_pkey" PRIMARY KEY ("toSpaceId", "pageId", "spaceId")
);

CREATE INDEX "SpaceReference_spaceId_pageId_idx" ON "SpaceReference" ("spaceId", "pageId");

CREATE TABLE "StorageUpload" (
    key text NOT NULL,
    "organizationId" text NOT NULL,
    format "FontFormat",
    "blobHash" text,
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "StorageUpload_pkey" PRIMARY KEY (key)
);

CREATE INDEX "StorageUpload_blobHash_idx" ON "StorageUpload" ("blobHash");
CREATE INDEX "StorageUpload_organizationId_createdAt_idx" ON "StorageUpload" ("organizationId", "createdAt");

CREATE TABLE "SweepPosition" (
    sweep text NOT NULL,
    "position" text NOT NULL,
    CONSTRAINT "SweepPosition_pkey" PRIMARY KEY (sweep)
);

CREATE TABLE "Team" (
    id text NOT NULL,
    "organizationId" text NOT NULL,
    title text NOT NULL,
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "Team_pkey" PRIMARY KEY (id)
);

CREATE INDEX "Team_organizationId_id_idx" ON "Team" ("organizationId", id);
CREATE INDEX "Team_organizationId_title_id_idx" ON "Team" ("organizationId", lower(title), id);

CREATE TABLE "TranslationSettings" (
    id text NOT NULL,
    "organizationId" text NOT NULL,
    title text NOT NULL,
    languages text[],
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "TranslationSettings_pkey" PRIMARY KEY (id)
);

CREATE INDEX "TranslationSettings_organizationId_id_idx" ON "TranslationSettings" ("organizationId", id);

CREATE TABLE "User" (
    id text NOT NULL,
    "displayName" text NOT NULL,
    email text NOT NULL,
    "photoURL" text,
    "createdAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "User_pkey" PRIMARY KEY (id)
);

CREATE INDEX "User_displayName_idx" ON "User" USING gin (lower("displayName") gin_trgm_ops);
CREATE INDEX "User_email_idx" ON "User" USING gin (lower(email) gin_trgm_ops);
CREATE UNIQUE INDEX "User_email_key" ON "User" (email);

-- Members are found by their email addresses, ignoring case.
CREATE INDEX "User_lower_email_idx" ON "User" (lower(email));

-- Statements of reads are planned once for all organizations. PostgreSQL takes the average one for that, which has next to
-- nothing where one large organization is beside many small ones, and the plans for nothing take minutes for much. Plans
-- for much cost little for small ones: they go along indexes, of which a small organization has a small part. So the planner
-- is told that each organization has half of all rows.
-- To a space may lead half of all references too, and in a branch or a section may be half of what is in all of them.
ALTER TABLE "AuditEvent" ALTER COLUMN "organizationId" SET (n_distinct=2);
ALTER TABLE "ChangeRequest" ALTER COLUMN "organizationId" SET (n_distinct=2);
ALTER TABLE "Collection" ALTER COLUMN "organizationId" SET (n_distinct=2);
ALTER TABLE "Space" ALTER COLUMN "organizationId" SET (n_distinct=2);
ALTER TABLE "CustomField" ALTER COLUMN "organizationId" SET (n_distinct=2);
ALTER TABLE "CustomFont" ALTER COLUMN "organizationId" SET (n_distinct=2);
ALTER TABLE "Member" ALTER COLUMN "organizationId" SET (n_distinct=2);
ALTER TABLE "Site" ALTER COLUMN "organizationId" SET (n_distinct=2);
ALTER TABLE "EmailInvite" ALTER COLUMN "organizationId" SET (n_distinct=2);
ALTER TABLE "EmailInviteDay" ALTER COLUMN "organizationId" SET (n_distinct=2);
ALTER TABLE "GlossaryEntry" ALTER COLUMN "organizationId" SET (n_distinct=2);
ALTER TABLE "Job" ALTER COLUMN "organizationId" SET (n_distinct=2);
ALTER TABLE "LinkInvite" ALTER COLUMN "organizationId" SET (n_distinct=2);
ALTER TABLE "LinkTarget" ALTER COLUMN "branchId" SET (n_distinct=2);
ALTER TABLE "OpenAPISpec" ALTER COLUMN "organizationId" SET (n_distinct=2);
ALTER TABLE "PageLink" ALTER COLUMN "branchId" SET (n_distinct=2);
ALTER TABLE "RenderedVersion" ALTER COLUMN "organizationId" SET (n_distinct=2);
ALTER TABLE "SamlProvider" ALTER COLUMN "organizationId" SET (n_distinct=2);
ALTER TABLE "SearchedSpace" ALTER COLUMN "organizationId" SET (n_distinct=2);
ALTER TABLE "SpaceReference" ALTER COLUMN "toSpaceId" SET (n_distinct=2);
ALTER TABLE "StorageUpload" ALTER COLUMN "organizationId" SET (n_distinct=2);
ALTER TABLE "Team" ALTER COLUMN "organizationId" SET (n_distinct=2);
ALTER TABLE "TranslationSettings" ALTER COLUMN "organizationId" SET (n_distinct=2);

ALTER TABLE "AdaptiveSchema"
    ADD CONSTRAINT "AdaptiveSchema_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "Site"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ApiToken"
    ADD CONSTRAINT "ApiToken_samlProviderId_fkey" FOREIGN KEY ("samlProviderId") REFERENCES "SamlProvider"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ApiToken"
    ADD CONSTRAINT "ApiToken_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Branch"
    ADD CONSTRAINT "Branch_baseBranchId_fkey" FOREIGN KEY ("baseBranchId") REFERENCES "Branch"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Branch"
    ADD CONSTRAINT "Branch_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ChangeRequest"
    ADD CONSTRAINT "ChangeRequest_branchId_fkey" FOREIGN KEY ("branchId") REFERENCES "Branch"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ChangeRequest"
    ADD CONSTRAINT "ChangeRequest_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "ChangeRequest"
    ADD CONSTRAINT "ChangeRequest_mergedById_fkey" FOREIGN KEY ("mergedById") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "ChangeRequest"
    ADD CONSTRAINT "ChangeRequest_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ChangeRequest"
    ADD CONSTRAINT "ChangeRequest_revisionId_fkey" FOREIGN KEY ("revisionId") REFERENCES "Revision"(id);
ALTER TABLE "ChangeRequest"
    ADD CONSTRAINT "ChangeRequest_revisionInitialId_fkey" FOREIGN KEY ("revisionInitialId") REFERENCES "Revision"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ChangeRequest"
    ADD CONSTRAINT "ChangeRequest_revisionMergedAncestorId_fkey" FOREIGN KEY ("revisionMergedAncestorId") REFERENCES "Revision"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ChangeRequest"
    ADD CONSTRAINT "ChangeRequest_revisionMergedId_fkey" FOREIGN KEY ("revisionMergedId") REFERENCES "Revision"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ChangeRequest"
    ADD CONSTRAINT "ChangeRequest_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Collection"
    ADD CONSTRAINT "Collection_deletedWithId_fkey" FOREIGN KEY ("deletedWithId") REFERENCES "Collection"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "Collection"
    ADD CONSTRAINT "Collection_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Collection"
    ADD CONSTRAINT "Collection_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "Collection"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "CommentReaction"
    ADD CONSTRAINT "CommentReaction_commentId_fkey" FOREIGN KEY ("commentId") REFERENCES "Comment"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "CommentReaction"
    ADD CONSTRAINT "CommentReaction_replyId_fkey" FOREIGN KEY ("replyId") REFERENCES "CommentReply"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "CommentReaction"
    ADD CONSTRAINT "CommentReaction_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "CommentReply"
    ADD CONSTRAINT "CommentReply_commentId_fkey" FOREIGN KEY ("commentId") REFERENCES "Comment"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "CommentReply"
    ADD CONSTRAINT "CommentReply_postedById_fkey" FOREIGN KEY ("postedById") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "Comment"
    ADD CONSTRAINT "Comment_changeRequestId_fkey" FOREIGN KEY ("changeRequestId") REFERENCES "ChangeRequest"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Comment"
    ADD CONSTRAINT "Comment_postedById_fkey" FOREIGN KEY ("postedById") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "Comment"
    ADD CONSTRAINT "Comment_resolvedById_fkey" FOREIGN KEY ("resolvedById") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "Comment"
    ADD CONSTRAINT "Comment_reviewId_fkey" FOREIGN KEY ("reviewId") REFERENCES "Review"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Comment"
    ADD CONSTRAINT "Comment_revisionId_fkey" FOREIGN KEY ("revisionId") REFERENCES "Revision"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "Comment"
    ADD CONSTRAINT "Comment_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ComputedSearch"
    ADD CONSTRAINT "ComputedSearch_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ContentConflict"
    ADD CONSTRAINT "ContentConflict_changeRequestId_fkey" FOREIGN KEY ("changeRequestId") REFERENCES "ChangeRequest"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ContentConflict"
    ADD CONSTRAINT "ContentConflict_resolvedById_fkey" FOREIGN KEY ("resolvedById") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "ContentPermission"
    ADD CONSTRAINT "ContentPermission_collectionId_fkey" FOREIGN KEY ("collectionId") REFERENCES "Collection"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ContentPermission"
    ADD CONSTRAINT "ContentPermission_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "Site"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ContentPermission"
    ADD CONSTRAINT "ContentPermission_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ContentPermission"
    ADD CONSTRAINT "ContentPermission_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "Team"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ContentPermission"
    ADD CONSTRAINT "ContentPermission_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "CustomFieldValue"
    ADD CONSTRAINT "CustomFieldValue_fieldId_fkey" FOREIGN KEY ("fieldId") REFERENCES "CustomField"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "CustomFieldValue"
    ADD CONSTRAINT "CustomFieldValue_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "CustomField"
    ADD CONSTRAINT "CustomField_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "CustomFontFace"
    ADD CONSTRAINT "CustomFontFace_blobHash_fkey" FOREIGN KEY ("blobHash") REFERENCES "Blob"(hash) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "CustomFontFace"
    ADD CONSTRAINT "CustomFontFace_fontId_fkey" FOREIGN KEY ("fontId") REFERENCES "CustomFont"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "CustomFont"
    ADD CONSTRAINT "CustomFont_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "DocumentLink"
    ADD CONSTRAINT "DocumentLink_documentId_fkey" FOREIGN KEY ("documentId") REFERENCES "Document"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "EmailInviteDay"
    ADD CONSTRAINT "EmailInviteDay_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "EmailInvite"
    ADD CONSTRAINT "EmailInvite_invitedById_fkey" FOREIGN KEY ("invitedById") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "EmailInvite"
    ADD CONSTRAINT "EmailInvite_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ExpressionSearch"
    ADD CONSTRAINT "ExpressionSearch_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "FileVersion"
    ADD CONSTRAINT "FileVersion_blobHash_fkey" FOREIGN KEY ("blobHash") REFERENCES "Blob"(hash) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "FileVersion"
    ADD CONSTRAINT "FileVersion_branchId_fkey" FOREIGN KEY ("branchId") REFERENCES "Branch"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "GlossaryEntry"
    ADD CONSTRAINT "GlossaryEntry_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Job"
    ADD CONSTRAINT "Job_changeRequestId_fkey" FOREIGN KEY ("changeRequestId") REFERENCES "ChangeRequest"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Job"
    ADD CONSTRAINT "Job_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Job"
    ADD CONSTRAINT "Job_requestedById_fkey" FOREIGN KEY ("requestedById") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "Job"
    ADD CONSTRAINT "Job_resultBlobHash_fkey" FOREIGN KEY ("resultBlobHash") REFERENCES "Blob"(hash) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "Job"
    ADD CONSTRAINT "Job_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "Site"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "Job"
    ADD CONSTRAINT "Job_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "KeptAnswer"
    ADD CONSTRAINT "KeptAnswer_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "LinkInvite"
    ADD CONSTRAINT "LinkInvite_collectionId_fkey" FOREIGN KEY ("collectionId") REFERENCES "Collection"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "LinkInvite"
    ADD CONSTRAINT "LinkInvite_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "LinkInvite"
    ADD CONSTRAINT "LinkInvite_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "LinkInvite"
    ADD CONSTRAINT "LinkInvite_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "LinkTarget"
    ADD CONSTRAINT "LinkTarget_branchId_fkey" FOREIGN KEY ("branchId") REFERENCES "Branch"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Member"
    ADD CONSTRAINT "Member_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Member"
    ADD CONSTRAINT "Member_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "OpenAPISpecPage"
    ADD CONSTRAINT "OpenAPISpecPage_specId_fkey" FOREIGN KEY ("specId") REFERENCES "OpenAPISpec"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "OpenAPISpecVersion"
    ADD CONSTRAINT "OpenAPISpecVersion_blobHash_fkey" FOREIGN KEY ("blobHash") REFERENCES "Blob"(hash) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "OpenAPISpecVersion"
    ADD CONSTRAINT "OpenAPISpecVersion_sourceBlobHash_fkey" FOREIGN KEY ("sourceBlobHash") REFERENCES "Blob"(hash) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "OpenAPISpecVersion"
    ADD CONSTRAINT "OpenAPISpecVersion_specId_fkey" FOREIGN KEY ("specId") REFERENCES "OpenAPISpec"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "OpenAPISpec"
    ADD CONSTRAINT "OpenAPISpec_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "OpenAPISpec"
    ADD CONSTRAINT "OpenAPISpec_sourceBlobHash_fkey" FOREIGN KEY ("sourceBlobHash") REFERENCES "Blob"(hash) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "Organization"
    ADD CONSTRAINT "Organization_defaultSiteId_fkey" FOREIGN KEY ("defaultSiteId") REFERENCES "Site"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "PageLink"
    ADD CONSTRAINT "PageLink_linkTargetId_fkey" FOREIGN KEY ("linkTargetId") REFERENCES "LinkTarget"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "PageVersion"
    ADD CONSTRAINT "PageVersion_branchId_fkey" FOREIGN KEY ("branchId") REFERENCES "Branch"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "PageVersion"
    ADD CONSTRAINT "PageVersion_documentId_fkey" FOREIGN KEY ("documentId") REFERENCES "Document"(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "PublishingAuth"
    ADD CONSTRAINT "PublishingAuth_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "Site"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "RequestedReviewer"
    ADD CONSTRAINT "RequestedReviewer_changeRequestId_fkey" FOREIGN KEY ("changeRequestId") REFERENCES "ChangeRequest"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "RequestedReviewer"
    ADD CONSTRAINT "RequestedReviewer_requestedById_fkey" FOREIGN KEY ("requestedById") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "RequestedReviewer"
    ADD CONSTRAINT "RequestedReviewer_revisionId_fkey" FOREIGN KEY ("revisionId") REFERENCES "Revision"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "RequestedReviewer"
    ADD CONSTRAINT "RequestedReviewer_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ReusableContentVersion"
    ADD CONSTRAINT "ReusableContentVersion_branchId_fkey" FOREIGN KEY ("branchId") REFERENCES "Branch"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ReusableContentVersion"
    ADD CONSTRAINT "ReusableContentVersion_documentId_fkey" FOREIGN KEY ("documentId") REFERENCES "Document"(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "Review"
    ADD CONSTRAINT "Review_changeRequestId_fkey" FOREIGN KEY ("changeRequestId") REFERENCES "ChangeRequest"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Review"
    ADD CONSTRAINT "Review_requestedById_fkey" FOREIGN KEY ("requestedById") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "Review"
    ADD CONSTRAINT "Review_reviewerId_fkey" FOREIGN KEY ("reviewerId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "Review"
    ADD CONSTRAINT "Review_revisionId_fkey" FOREIGN KEY ("revisionId") REFERENCES "Revision"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Revision"
    ADD CONSTRAINT "Revision_branchId_fkey" FOREIGN KEY ("branchId") REFERENCES "Branch"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Revision"
    ADD CONSTRAINT "Revision_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "Revision"
    ADD CONSTRAINT "Revision_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SamlAssertion"
    ADD CONSTRAINT "SamlAssertion_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES "SamlProvider"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SamlProvider"
    ADD CONSTRAINT "SamlProvider_defaultTeamId_fkey" FOREIGN KEY ("defaultTeamId") REFERENCES "Team"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "SamlProvider"
    ADD CONSTRAINT "SamlProvider_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SamlRequest"
    ADD CONSTRAINT "SamlRequest_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES "SamlProvider"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SearchPage"
    ADD CONSTRAINT "SearchPage_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SearchSection"
    ADD CONSTRAINT "SearchSection_spaceId_pageId_fkey" FOREIGN KEY ("spaceId", "pageId") REFERENCES "SearchPage"("spaceId", "pageId") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SearchedSpace"
    ADD CONSTRAINT "SearchedSpace_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ShareLink"
    ADD CONSTRAINT "ShareLink_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "Site"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SiteCustomization"
    ADD CONSTRAINT "SiteCustomization_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "Site"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SiteEventCount"
    ADD CONSTRAINT "SiteEventCount_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "Site"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SiteExternalLink"
    ADD CONSTRAINT "SiteExternalLink_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "SiteSectionGroup"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "SiteExternalLink"
    ADD CONSTRAINT "SiteExternalLink_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "Site"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SiteRedirect"
    ADD CONSTRAINT "SiteRedirect_sectionId_fkey" FOREIGN KEY ("sectionId") REFERENCES "SiteSection"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SiteRedirect"
    ADD CONSTRAINT "SiteRedirect_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "Site"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SiteRedirect"
    ADD CONSTRAINT "SiteRedirect_siteSpaceId_fkey" FOREIGN KEY ("siteSpaceId") REFERENCES "SiteSpace"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SiteSectionGroup"
    ADD CONSTRAINT "SiteSectionGroup_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "SiteSectionGroup"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "SiteSectionGroup"
    ADD CONSTRAINT "SiteSectionGroup_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "Site"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SiteSection"
    ADD CONSTRAINT "SiteSection_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "SiteSectionGroup"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "SiteSection"
    ADD CONSTRAINT "SiteSection_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "Site"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SiteSpaceCustomization"
    ADD CONSTRAINT "SiteSpaceCustomization_siteSpaceId_fkey" FOREIGN KEY ("siteSpaceId") REFERENCES "SiteSpace"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SiteSpace"
    ADD CONSTRAINT "SiteSpace_sectionId_fkey" FOREIGN KEY ("sectionId") REFERENCES "SiteSection"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SiteSpace"
    ADD CONSTRAINT "SiteSpace_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "Site"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SiteSpace"
    ADD CONSTRAINT "SiteSpace_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Site"
    ADD CONSTRAINT "Site_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SpaceReference"
    ADD CONSTRAINT "SpaceReference_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Space"
    ADD CONSTRAINT "Space_deletedWithId_fkey" FOREIGN KEY ("deletedWithId") REFERENCES "Collection"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "Space"
    ADD CONSTRAINT "Space_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Space"
    ADD CONSTRAINT "Space_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "Collection"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Space"
    ADD CONSTRAINT "Space_revisionId_fkey" FOREIGN KEY ("revisionId") REFERENCES "Revision"(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE "StorageUpload"
    ADD CONSTRAINT "StorageUpload_blobHash_fkey" FOREIGN KEY ("blobHash") REFERENCES "Blob"(hash) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "StorageUpload"
    ADD CONSTRAINT "StorageUpload_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "TeamMember"
    ADD CONSTRAINT "TeamMember_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "Team"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "TeamMember"
    ADD CONSTRAINT "TeamMember_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Team"
    ADD CONSTRAINT "Team_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "TranslationSettings"
    ADD CONSTRAINT "TranslationSettings_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- Reads the column that spaces get, too.
CREATE VIEW "Content" AS
SELECT
  'SPACE'::"ContentKind" AS kind, id, "organizationId", "parentId", title, "defaultLevel", "effectiveLevel", ancestors,
  position, "createdAt", "updatedAt", "deletedAt", "deletedWithId",
  NULL::text AS description,
  emoji, icon, visibility, "editMode", "gitSyncRepoName", "gitSyncProvider", "gitSyncIntegration", "gitSyncURL",
  "gitSyncUpdatedAt", "revisionId", "sharesContentIds", "openComments", "changeRequestsTotal", "changeRequestsOpen",
  "changeRequestsDraft", "searchedAt", "mergeRules", language
FROM "Space"
UNION ALL
SELECT
  'COLLECTION', id, "organizationId", "parentId", title, "defaultLevel", "effectiveLevel", ancestors,
  position, "createdAt", "updatedAt", "deletedAt", "deletedWithId",
  description,
  NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
  NULL, NULL, NULL, NULL, NULL, NULL,
  NULL, NULL, NULL, NULL
FROM "Collection";

-- The highest role of each active member on a space, collection or site. If several sources give the same role, their
-- precedence is: organization role, level, grant to the user, grant to a team; and the nearest collection first. DISTINCT
-- names the user as well, so that a condition on the user reduces what is read.
CREATE VIEW "EffectivePermission" AS
SELECT
  r."memberId" || ':' || t.id AS id,
  t."organizationId",
  r."memberId",
  r."userId",
  t.type AS "targetType",
  t."spaceId",
  t."collectionId",
  t."siteId",
  r.role,
  CASE
    WHEN r.means = 'ROLE' THEN 'ORGANIZATION'
    WHEN r."collectionId" IS NOT NULL THEN 'COLLECTION'
    ELSE t.type
  END AS "originType",
  r.means AS "originMeans",
  CASE WHEN r.means = 'ROLE' THEN t."organizationId" END AS "originOrganizationId",
  CASE WHEN r.means <> 'ROLE' THEN coalesce(r."collectionId", t."collectionId") END AS "originCollectionId",
  CASE WHEN r.means <> 'ROLE' AND r."collectionId" IS NULL THEN t."spaceId" END AS "originSpaceId",
  CASE WHEN r.means <> 'ROLE' THEN t."siteId" END AS "originSiteId",
  r."teamId" AS "originTeamId"
FROM (
  SELECT id, "organizationId", 'SPACE'::"PermissionOriginType" AS type,
    id AS "spaceId", NULL::text AS "collectionId", NULL::text AS "siteId",
    ancestors AS collections, "effectiveLevel" AS level,
    CASE WHEN "defaultLevel" = 'INHERIT' THEN ancestors END AS "levelFrom"
  FROM "Space"
  UNION ALL
  SELECT id, "organizationId", 'COLLECTION', NULL, id, NULL,
    ancestors || id, "effectiveLevel",
    CASE WHEN "defaultLevel" = 'INHERIT' THEN ancestors END
  FROM "Collection"
  UNION ALL
  SELECT id, "organizationId", 'SITE', NULL, NULL, id, '{}', 'INHERIT', NULL
  FROM "Site"
) t
CROSS JOIN LATERAL (
  SELECT DISTINCT ON ("memberId", "userId") * FROM (
    -- Of sites, members without a role are listed too.
    SELECT m.id AS "memberId", m."userId",
      CASE WHEN m.role = 'ADMIN' OR t.level = 'INHERIT' THEN m.role ELSE t.level::text::"Role" END AS role,
      CASE WHEN m.role = 'ADMIN' OR t.level = 'INHERIT' THEN 'ROLE' ELSE 'LEVEL' END::"PermissionOriginMeans" AS means,
      CASE WHEN m.role <> 'ADMIN' AND t.level <> 'INHERIT' THEN (
        SELECT c.id FROM "Collection" c
        WHERE c.id = ANY(t."levelFrom") AND c."defaultLevel" IS DISTINCT FROM 'INHERIT'
        ORDER BY array_position(t."levelFrom", c.id) DESC LIMIT 1
      ) END AS "collectionId",
      NULL::text AS "teamId",
      0 AS depth
    FROM "Member" m
    WHERE m."organizationId" = t."organizationId" AND NOT m.disabled
      AND (t.type = 'SITE' OR m.role = 'ADMIN' OR (m.role IS NOT NULL AND t.level IS NOT NULL))
    UNION ALL
    SELECT m.id, m."userId", g.role,
      CASE WHEN g."teamId" IS NULL THEN 'USER' ELSE 'TEAM' END::"PermissionOriginMeans",
      g."collectionId", g."teamId",
      coalesce(array_position(t.collections, g."collectionId"), cardinality(t.collections) + 1)
    FROM "ContentPermission" g
    LEFT JOIN "TeamMember" i ON i."teamId" = g."teamId"
    JOIN "Member" m ON m."userId" = coalesce(g."userId", i."userId")
      AND m."organizationId" = t."organizationId" AND NOT m.disabled
    WHERE g."spaceId" = t."spaceId" OR g."siteId" = t."siteId" OR g."collectionId" = ANY(t.collections)
  ) sources
  ORDER BY "memberId", "userId", role DESC NULLS LAST, means, depth DESC, "teamId"
) r;

-- Shortens long values.
CREATE FUNCTION audit_values(row_values jsonb) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    AS $$
BEGIN
  -- No value is longer than all of them.
  IF length(row_values::TEXT) <= 1000 THEN
    RETURN row_values;
  END IF;
  RETURN (
    SELECT coalesce(jsonb_object_agg(key, CASE WHEN length(value::TEXT) > 1000
        THEN to_jsonb(left(value #>> '{}', 1000) || '…') ELSE value END), '{}')
    FROM jsonb_each(row_values));
END $$;

-- Adds the change of a row to the settings of a transaction that writes an audit event. The first argument is the type of
-- the row, and the others are the columns that are secrets.
CREATE FUNCTION note_audited_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  number INTEGER := coalesce(nullif(current_setting('lectern.audit_number', TRUE), ''), '0')::INTEGER + 1;
  row_before JSONB := to_jsonb(OLD);
  row_after JSONB := to_jsonb(NEW);
  either JSONB := coalesce(row_after, row_before);
  object_id TEXT := either ->> 'id';
BEGIN
  IF row_before IS NOT DISTINCT FROM row_after THEN
    RETURN NULL;
  END IF;
  PERFORM set_config('lectern.audit_number', number::TEXT, TRUE);
  IF number = 1 OR current_setting('lectern.audit_organization', TRUE) = '' THEN
    PERFORM set_config('lectern.audit_organization', coalesce(
      CASE TG_ARGV[0] WHEN 'Organization' THEN either ->> 'id' ELSE either ->> 'organizationId' END, ''), TRUE);
  END IF;
  IF number > 100 THEN
    RETURN NULL;
  END IF;
  IF 'id' = ANY(TG_ARGV) THEN
    object_id := left(object_id, 3) || '…' || right(object_id, 4);
  END IF;
  row_before := row_before - TG_ARGV - 'updatedAt';
  row_after := row_after - TG_ARGV - 'updatedAt';
  IF TG_OP = 'UPDATE' THEN
    SELECT coalesce(jsonb_object_agg(o.key, o.value), '{}'), coalesce(jsonb_object_agg(o.key, row_after -> o.key), '{}')
      INTO row_before, row_after
      FROM jsonb_each(row_before) o WHERE o.value IS DISTINCT FROM row_after -> o.key;
  ELSE
    row_before := jsonb_strip_nulls(row_before);
    row_after := jsonb_strip_nulls(row_after);
  END IF;
  PERFORM set_config('lectern.audit_changes', (
    coalesce(nullif(current_setting('lectern.audit_changes', TRUE), ''), '[]')::JSONB || jsonb_build_object(
      'objectType', TG_ARGV[0], 'objectId', object_id,
      'before', CASE WHEN row_before IS NOT NULL THEN audit_values(row_before) END,
      'after', CASE WHEN row_after IS NOT NULL THEN audit_values(row_after) END)
  )::TEXT, TRUE);
  RETURN NULL;
END $$;

-- Notes the changes of a table in transactions that write an audit event.
CREATE FUNCTION audit_table(table_name text, VARIADIC arguments text[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
  EXECUTE format(
    'CREATE TRIGGER %I AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW'
    ' WHEN (current_setting(''lectern.audit'', TRUE) = ''on'') EXECUTE FUNCTION note_audited_change(%s)',
    table_name || '_audit', table_name,
    (SELECT string_agg(quote_literal(argument), ', ') FROM unnest(arguments) argument));
END $$;

SELECT audit_table('AdaptiveSchema', 'SiteAdaptiveSchema');
SELECT audit_table('ApiToken', 'ApiToken', 'hash');
SELECT audit_table('ChangeRequest', 'ChangeRequest');
SELECT audit_table('Collection', 'Collection');
SELECT audit_table('CommentReaction', 'CommentReaction');
SELECT audit_table('CommentReply', 'CommentReply');
SELECT audit_table('Comment', 'Comment');
SELECT audit_table('ContentConflict', 'ContentConflict');
SELECT audit_table('ContentPermission', 'ContentPermission');
SELECT audit_table('CustomFieldValue', 'CustomFieldValue');
SELECT audit_table('CustomField', 'CustomField');
SELECT audit_table('CustomFontFace', 'CustomFont', 'blobHash');
SELECT audit_table('CustomFont', 'CustomFont');
SELECT audit_table('EmailInvite', 'EmailInvite', 'secretHash', 'linkHash');
SELECT audit_table('GlossaryEntry', 'GlossaryEntry');
SELECT audit_table('Job', 'Job', 'input', 'origin', 'report', 'runnerId', 'heartbeatAt', 'attempts', 'done', 'total', 'key', 'resultBlobHash');
SELECT audit_table('LinkInvite', 'InviteLink', 'id');
SELECT audit_table('Member', 'Member');
SELECT audit_table('OpenAPISpecVersion', 'OpenAPISpecVersion');
SELECT audit_table('OpenAPISpec', 'OpenAPISpec');
SELECT audit_table('Organization', 'Organization');
SELECT audit_table('PublishingAuth', 'SitePublishingAuth', 'privateKey');
SELECT audit_table('RequestedReviewer', 'RequestedReviewer');
SELECT audit_table('Review', 'ChangeRequestReview');
SELECT audit_table('Revision', 'Revision');
SELECT audit_table('SamlProvider', 'SamlProvider');
SELECT audit_table('ShareLink', 'ShareLink', 'key');
SELECT audit_table('SiteCustomization', 'SiteCustomization');
SELECT audit_table('SiteExternalLink', 'SiteExternalLink');
SELECT audit_table('SiteRedirect', 'SiteRedirect');
SELECT audit_table('SiteSectionGroup', 'SiteSectionGroup');
SELECT audit_table('SiteSection', 'SiteSection');
SELECT audit_table('SiteSpaceCustomization', 'SiteSpaceCustomization');
SELECT audit_table('SiteSpace', 'SiteSpace');
SELECT audit_table('Site', 'Site');
SELECT audit_table('Space', 'Space');
SELECT audit_table('StorageUpload', 'StorageUpload', 'key', 'blobHash');
SELECT audit_table('TeamMember', 'TeamMember');
SELECT audit_table('Team', 'Team');
SELECT audit_table('TranslationSettings', 'TranslationSettings');
SELECT audit_table('User', 'User');

-- Functions in PL/pgSQL keep the plans of their statements, where those in SQL plan them at each call. Every write calls
-- these.
CREATE FUNCTION audit_organization(ids text[]) RETURNS text
    LANGUAGE plpgsql STABLE
    AS $$
DECLARE
  given TEXT;
  organization TEXT;
BEGIN
  FOREACH given IN ARRAY ids LOOP
    CASE left(given, 3)
      WHEN 'org' THEN SELECT r.id INTO organization FROM "Organization" r WHERE r.id = given;
      WHEN 'spc' THEN SELECT r."organizationId" INTO organization FROM "Space" r WHERE r.id = given;
      WHEN 'col' THEN SELECT r."organizationId" INTO organization FROM "Collection" r WHERE r.id = given;
      WHEN 'sit' THEN SELECT r."organizationId" INTO organization FROM "Site" r WHERE r.id = given;
      WHEN 'tea' THEN SELECT r."organizationId" INTO organization FROM "Team" r WHERE r.id = given;
      ELSE NULL;
    END CASE;
    IF organization IS NOT NULL THEN
      RETURN organization;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- Nobody changes an event. Only the job that removes old ones may delete, which it says in its transaction.
CREATE FUNCTION keep_audit_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('lectern.audit_sweep', TRUE) = 'on' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'audit events cannot be changed' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER "AuditEvent_keep" BEFORE DELETE OR UPDATE ON "AuditEvent"
    FOR EACH ROW EXECUTE FUNCTION keep_audit_event();
CREATE TRIGGER "AuditEvent_keep_all" BEFORE TRUNCATE ON "AuditEvent"
    FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_event();

-- Updates a space once for a change request whose status changes, which the audit log shows as one change.
CREATE FUNCTION count_change_requests() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD."spaceId" = NEW."spaceId" THEN
        UPDATE "Space" SET
            "changeRequestsOpen" = "changeRequestsOpen" - (OLD."status" = 'OPEN')::int + (NEW."status" = 'OPEN')::int,
            "changeRequestsDraft" = "changeRequestsDraft" - (OLD."status" = 'DRAFT')::int + (NEW."status" = 'DRAFT')::int
        WHERE "id" = NEW."spaceId" AND OLD."status" <> NEW."status";
        RETURN NULL;
    END IF;
    IF TG_OP <> 'INSERT' THEN
        UPDATE "Space" SET "changeRequestsTotal" = "changeRequestsTotal" - 1,
            "changeRequestsOpen" = "changeRequestsOpen" - (OLD."status" = 'OPEN')::int,
            "changeRequestsDraft" = "changeRequestsDraft" - (OLD."status" = 'DRAFT')::int
        WHERE "id" = OLD."spaceId";
    END IF;
    IF TG_OP <> 'DELETE' THEN
        UPDATE "Space" SET "changeRequestsTotal" = "changeRequestsTotal" + 1,
            "changeRequestsOpen" = "changeRequestsOpen" + (NEW."status" = 'OPEN')::int,
            "changeRequestsDraft" = "changeRequestsDraft" + (NEW."status" = 'DRAFT')::int
        WHERE "id" = NEW."spaceId";
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER "ChangeRequest_count" AFTER INSERT OR DELETE OR UPDATE OF status, "spaceId" ON "ChangeRequest"
    FOR EACH ROW EXECUTE FUNCTION count_change_requests();

-- ChangeRequest.organizationId
CREATE FUNCTION transfer_change_requests() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    UPDATE "ChangeRequest" SET "organizationId" = NEW."organizationId" WHERE "spaceId" = NEW."id";
    RETURN NULL;
END $$;

CREATE TRIGGER "Space_transfer_change_requests" AFTER UPDATE OF "organizationId" ON "Space"
    FOR EACH ROW WHEN ((old."organizationId" <> new."organizationId")) EXECUTE FUNCTION transfer_change_requests();

-- Space.openComments counts the comments on the space's own content, ChangeRequest.openComments those on its change
-- requests.
CREATE FUNCTION count_open_comments() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP <> 'INSERT' AND OLD."status" = 'OPEN' THEN
        IF OLD."changeRequestId" IS NULL THEN
            UPDATE "Space" SET "openComments" = "openComments" - 1 WHERE "id" = OLD."spaceId";
        ELSE
            UPDATE "ChangeRequest" SET "openComments" = "openComments" - 1 WHERE "id" = OLD."changeRequestId";
        END IF;
    END IF;
    IF TG_OP <> 'DELETE' AND NEW."status" = 'OPEN' THEN
        IF NEW."changeRequestId" IS NULL THEN
            UPDATE "Space" SET "openComments" = "openComments" + 1 WHERE "id" = NEW."spaceId";
        ELSE
            UPDATE "ChangeRequest" SET "openComments" = "openComments" + 1 WHERE "id" = NEW."changeRequestId";
        END IF;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER "Comment_count_open" AFTER INSERT OR DELETE OR UPDATE OF status, "spaceId", "changeRequestId" ON "Comment"
    FOR EACH ROW EXECUTE FUNCTION count_open_comments();

-- Comment.replyCount
CREATE FUNCTION count_comment_replies() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        UPDATE "Comment" SET "replyCount" = "replyCount" + 1 WHERE "id" = NEW."commentId";
    ELSE
        UPDATE "Comment" SET "replyCount" = "replyCount" - 1 WHERE "id" = OLD."commentId";
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER "CommentReply_count" AFTER INSERT OR DELETE ON "CommentReply"
    FOR EACH ROW EXECUTE FUNCTION count_comment_replies();

-- 32 random bytes in base64url. The ids are of the secure generator of the server.
CREATE FUNCTION new_publishing_key() RETURNS text
    LANGUAGE sql
    AS $$
    SELECT rtrim(translate(
        encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/', '-_'), '=')
$$;

-- The authentication of visitors is made with the site, so that nothing is written to read it.
CREATE FUNCTION create_publishing_auth() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    INSERT INTO "PublishingAuth" ("siteId", "privateKey") VALUES (NEW."id", new_publishing_key());
    RETURN NULL;
END $$;

CREATE TRIGGER "Site_publishing_auth" AFTER INSERT ON "Site"
    FOR EACH ROW EXECUTE FUNCTION create_publishing_auth();

-- The arguments are the columns with the ids of the subjects. A subject has several rows while transactions change it at
-- the same time, so that none waits for another: each replaces the rows that nobody else does.
CREATE FUNCTION raise_rights_versions() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    subjects TEXT[] := '{}';
    changed TEXT;
BEGIN
    FOREACH changed IN ARRAY TG_ARGV LOOP
        IF TG_OP <> 'INSERT' THEN subjects := subjects || (to_jsonb(OLD) ->> changed); END IF;
        IF TG_OP <> 'DELETE' THEN subjects := subjects || (to_jsonb(NEW) ->> changed); END IF;
    END LOOP;
    FOR changed IN SELECT DISTINCT s FROM unnest(subjects) s WHERE s IS NOT NULL LOOP
        -- A transaction that reads its first state throughout would fail on a row that was replaced since.
        IF current_setting('transaction_isolation') = 'read committed' THEN
            WITH free AS (
                SELECT "id" FROM "RightsVersion" WHERE "subject" = changed FOR UPDATE SKIP LOCKED
            ), replaced AS (
                DELETE FROM "RightsVersion" r USING free WHERE r."id" = free."id" RETURNING r."version"
            )
            INSERT INTO "RightsVersion" ("subject", "version")
            SELECT changed, coalesce(sum("version"), 0) + 1 FROM replaced;
        ELSE
            INSERT INTO "RightsVersion" ("subject", "version") VALUES (changed, 1);
        END IF;
    END LOOP;
    RETURN NULL;
END $$;

CREATE TRIGGER "ApiToken_rights" AFTER DELETE OR UPDATE OF "userId", hash, scopes, "expiresAt", "revokedAt" ON "ApiToken"
    FOR EACH ROW EXECUTE FUNCTION raise_rights_versions('userId');
CREATE TRIGGER "ContentPermission_rights" AFTER INSERT OR DELETE OR UPDATE ON "ContentPermission"
    FOR EACH ROW EXECUTE FUNCTION raise_rights_versions('userId', 'teamId');
CREATE TRIGGER "Member_rights" AFTER INSERT OR DELETE OR UPDATE OF "userId", "organizationId", role, disabled, sso ON "Member"
    FOR EACH ROW EXECUTE FUNCTION raise_rights_versions('userId');
-- Nobody has rights in a deleted organization.
CREATE TRIGGER "Organization_rights" AFTER UPDATE OF sso, "deletedAt" ON "Organization"
    FOR EACH ROW EXECUTE FUNCTION raise_rights_versions('id');
CREATE TRIGGER "TeamMember_rights" AFTER INSERT OR DELETE OR UPDATE ON "TeamMember"
    FOR EACH ROW EXECUTE FUNCTION raise_rights_versions('userId');
CREATE TRIGGER "Team_rights" AFTER UPDATE OF "organizationId" ON "Team"
    FOR EACH ROW EXECUTE FUNCTION raise_rights_versions('id');

CREATE FUNCTION count_searched_pages() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "SearchedSpace" AS c ("spaceId", "organizationId", "pages")
    SELECT s."id", s."organizationId", p."pages"
    FROM (SELECT "spaceId", count(*)::int AS "pages" FROM "changed" GROUP BY "spaceId") p
    JOIN "Space" s ON s."id" = p."spaceId" ORDER BY s."id"
    ON CONFLICT ("spaceId") DO UPDATE SET "pages" = c."pages" + excluded."pages";
  ELSE
    UPDATE "SearchedSpace" c SET "pages" = c."pages" - p."pages"
    FROM (SELECT "spaceId", count(*)::int AS "pages" FROM "changed" GROUP BY "spaceId") p WHERE c."spaceId" = p."spaceId";
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "SearchPage_count_added" AFTER INSERT ON "SearchPage" REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_searched_pages();
CREATE TRIGGER "SearchPage_count_removed" AFTER DELETE ON "SearchPage" REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_searched_pages();

CREATE FUNCTION move_searched_space() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE "SearchedSpace" SET "organizationId" = NEW."organizationId" WHERE "spaceId" = NEW."id";
  RETURN NULL;
END $$;

CREATE TRIGGER "Space_move_searched" AFTER UPDATE OF "organizationId" ON "Space"
    FOR EACH ROW WHEN ((old."organizationId" <> new."organizationId")) EXECUTE FUNCTION move_searched_space();

-- Site.siteSpaceCount: site-spaces whose space is not deleted. The share lock makes a deletion of the space and an
-- addition of it to a site wait for each other, so that neither misses the other.
CREATE FUNCTION count_site_spaces() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        PERFORM 1 FROM "Space" WHERE "id" = OLD."spaceId" AND "deletedAt" IS NULL FOR SHARE;
        IF FOUND THEN
            UPDATE "Site" SET "siteSpaceCount" = "siteSpaceCount" - 1 WHERE "id" = OLD."siteId";
        END IF;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        PERFORM 1 FROM "Space" WHERE "id" = NEW."spaceId" AND "deletedAt" IS NULL FOR SHARE;
        IF FOUND THEN
            UPDATE "Site" SET "siteSpaceCount" = "siteSpaceCount" + 1 WHERE "id" = NEW."siteId";
        END IF;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER "SiteSpace_count" AFTER INSERT OR DELETE OR UPDATE OF "spaceId", "siteId" ON "SiteSpace"
    FOR EACH ROW EXECUTE FUNCTION count_site_spaces();

CREATE FUNCTION recount_sites_of_space() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    change integer := CASE WHEN NEW."deletedAt" IS NULL THEN 1 ELSE -1 END;
BEGIN
    UPDATE "Site" SET "siteSpaceCount" = "siteSpaceCount" + change * uses.count
    FROM (SELECT "siteId", count(*) FROM "SiteSpace" WHERE "spaceId" = NEW."id" GROUP BY "siteId") uses
    WHERE "Site"."id" = uses."siteId";
    RETURN NULL;
END $$;

CREATE TRIGGER "Space_recount_sites" AFTER UPDATE OF "deletedAt" ON "Space"
    FOR EACH ROW WHEN (((old."deletedAt" IS NULL) <> (new."deletedAt" IS NULL))) EXECUTE FUNCTION recount_sites_of_space();
