-- CreateEnum
CREATE TYPE "DefaultLevel" AS ENUM ('READ', 'COMMENT', 'EDIT', 'REVIEW', 'CREATE', 'ADMIN', 'INHERIT');

-- CreateEnum
CREATE TYPE "CommentStatus" AS ENUM ('OPEN', 'RESOLVED');

-- CreateEnum
CREATE TYPE "BranchKind" AS ENUM ('MAIN', 'CHANGE_REQUEST');

-- CreateEnum
CREATE TYPE "RevisionType" AS ENUM ('EDITS', 'MERGE', 'ROLLBACK', 'UPDATE', 'COMPUTED');

-- CreateEnum
CREATE TYPE "PageType" AS ENUM ('DOCUMENT', 'GROUP', 'LINK', 'COMPUTED');

-- CreateEnum
CREATE TYPE "OrganizationType" AS ENUM ('BUSINESS', 'COMMUNITY');

-- CreateEnum
CREATE TYPE "OrganizationUseCase" AS ENUM ('INTERNAL_DOCS', 'DOCS_SITE', 'AUDIENCE_CONTROLLED_SITE', 'PRODUCT_DOCS', 'TEAM_KNOWLEDGE_BASE', 'DESIGN_SYSTEM', 'OPEN_SOURCE_DOCS', 'NOTES', 'OTHER');

-- CreateEnum
CREATE TYPE "CommunityType" AS ENUM ('NON_PROFIT', 'OPEN_SOURCE', 'EDUCATION');

-- CreateEnum
CREATE TYPE "OrganizationPlan" AS ENUM ('FREE_2024', 'PLUS_2024', 'PRO_2024', 'ENTERPRISE_2024', 'COMMUNITY_2024', 'FREE', 'PLUS', 'PRO');

-- CreateEnum
CREATE TYPE "BillingInterval" AS ENUM ('MONTHLY', 'YEARLY');

-- CreateEnum
CREATE TYPE "TrialStatus" AS ENUM ('NOT_APPLICABLE', 'NONE', 'ACTIVE', 'ENDED', 'EXPIRED');

-- CreateEnum
CREATE TYPE "TrialDecision" AS ENUM ('DOWNGRADE');

-- CreateEnum
CREATE TYPE "BlockedReason" AS ENUM ('SECURITY');

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('READ', 'COMMENT', 'EDIT', 'REVIEW', 'CREATE', 'ADMIN');

-- CreateEnum
CREATE TYPE "SiteType" AS ENUM ('BASIC', 'PREMIUM', 'ULTIMATE', 'SPONSORED', 'LEGACY_BASIC', 'LEGACY_PREMIUM');

-- CreateEnum
CREATE TYPE "SiteVisibility" AS ENUM ('PUBLIC', 'UNLISTED', 'SHARE_LINK', 'VISITOR_AUTH');

-- CreateEnum
CREATE TYPE "SiteAdsStatus" AS ENUM ('PENDING', 'IN_REVIEW', 'LIVE', 'REJECTED', 'DISABLED');

-- CreateEnum
CREATE TYPE "SiteAdsTopic" AS ENUM ('WEBDEV', 'CRYPTO');

-- CreateEnum
CREATE TYPE "SpaceVisibility" AS ENUM ('PUBLIC', 'UNLISTED', 'SHARE_LINK', 'VISITOR_AUTH', 'IN_COLLECTION', 'PRIVATE');

-- CreateEnum
CREATE TYPE "EditMode" AS ENUM ('LIVE', 'LOCKED');

-- CreateEnum
CREATE TYPE "VisitorAuthBackend" AS ENUM ('CUSTOM', 'INTEGRATION');

-- CreateEnum
CREATE TYPE "GitSyncProvider" AS ENUM ('GITHUB', 'GITLAB', 'GITHUB_LEGACY');

-- CreateEnum
CREATE TYPE "TeamRole" AS ENUM ('OWNER', 'MEMBER');

-- CreateTable
CREATE TABLE "Collection" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "parentId" TEXT,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "defaultLevel" "DefaultLevel" DEFAULT 'INHERIT',
    "effectiveLevel" "DefaultLevel" DEFAULT 'INHERIT',
    "ancestors" TEXT[],
    "position" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Collection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ContentPermission" (
    "id" TEXT NOT NULL,
    "userId" TEXT,
    "teamId" TEXT,
    "collectionId" TEXT,
    "spaceId" TEXT,
    "siteId" TEXT,
    "role" "Role" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ContentPermission_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Comment" (
    "id" TEXT NOT NULL,
    "spaceId" TEXT NOT NULL,
    "revisionId" TEXT,
    "pageId" TEXT,
    "nodeId" TEXT,
    "nodePreview" TEXT,
    "markdown" TEXT NOT NULL,
    "document" JSONB,
    "status" "CommentStatus" NOT NULL DEFAULT 'OPEN',
    "postedById" TEXT,
    "postedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "editedAt" TIMESTAMPTZ(3),
    "resolvedAt" TIMESTAMPTZ(3),
    "resolvedById" TEXT,
    "replyCount" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "Comment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CommentReply" (
    "id" TEXT NOT NULL,
    "commentId" TEXT NOT NULL,
    "markdown" TEXT NOT NULL,
    "document" JSONB,
    "postedById" TEXT,
    "postedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "editedAt" TIMESTAMPTZ(3),

    CONSTRAINT "CommentReply_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CommentReaction" (
    "id" TEXT NOT NULL,
    "commentId" TEXT,
    "replyId" TEXT,
    "userId" TEXT NOT NULL,
    "emoji" TEXT NOT NULL,
    "reactedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CommentReaction_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Branch" (
    "id" TEXT NOT NULL,
    "spaceId" TEXT NOT NULL,
    "kind" "BranchKind" NOT NULL,
    "baseBranchId" TEXT,
    "baseSequence" INTEGER,
    "headSequence" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Branch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Revision" (
    "id" TEXT NOT NULL,
    "spaceId" TEXT NOT NULL,
    "branchId" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "baseSequence" INTEGER,
    "type" "RevisionType" NOT NULL,
    "parents" TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdById" TEXT,
    "gitOid" TEXT,
    "gitMessage" TEXT,
    "gitCreatedByService" BOOLEAN,
    "gitURL" TEXT,
    "gitRef" TEXT,

    CONSTRAINT "Revision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PageVersion" (
    "id" TEXT NOT NULL,
    "branchId" TEXT NOT NULL,
    "pageId" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "endSequence" INTEGER,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "type" "PageType" NOT NULL,
    "parentId" TEXT,
    "position" TEXT COLLATE "C" NOT NULL,
    "title" TEXT NOT NULL,
    "slug" TEXT,
    "emoji" TEXT,
    "icon" TEXT,
    "description" TEXT,
    "hidden" BOOLEAN NOT NULL DEFAULT false,
    "noIndex" BOOLEAN NOT NULL DEFAULT false,
    "noRobotsIndex" BOOLEAN NOT NULL DEFAULT false,
    "layout" JSONB,
    "cover" JSONB,
    "target" JSONB,
    "computed" JSONB,
    "computedSeed" TEXT,
    "documentId" TEXT,
    "gitOid" TEXT,
    "gitPath" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PageVersion_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Document" (
    "id" TEXT NOT NULL,
    "markdown" TEXT NOT NULL,
    "nodes" JSONB,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Document_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "FileVersion" (
    "id" TEXT NOT NULL,
    "branchId" TEXT NOT NULL,
    "fileId" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "endSequence" INTEGER,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "name" TEXT NOT NULL,
    "contentType" TEXT NOT NULL,
    "width" INTEGER,
    "height" INTEGER,
    "gitOid" TEXT,
    "gitPath" TEXT,
    "blobHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "FileVersion_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Blob" (
    "hash" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Blob_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "ReusableContentVersion" (
    "id" TEXT NOT NULL,
    "branchId" TEXT NOT NULL,
    "reusableId" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "endSequence" INTEGER,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "title" TEXT NOT NULL,
    "documentId" TEXT,
    "gitOid" TEXT,
    "gitPath" TEXT,

    CONSTRAINT "ReusableContentVersion_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Member" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "role" "Role",
    "disabled" BOOLEAN NOT NULL DEFAULT false,
    "sso" BOOLEAN NOT NULL DEFAULT false,
    "joinedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastSeenAt" TIMESTAMPTZ(3),

    CONSTRAINT "Member_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Organization" (
    "id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "emailDomains" TEXT[],
    "hostname" TEXT,
    "type" "OrganizationType" NOT NULL DEFAULT 'BUSINESS',
    "useCase" "OrganizationUseCase",
    "communityType" "CommunityType",
    "defaultRole" "Role",
    "defaultSiteId" TEXT,
    "sso" BOOLEAN NOT NULL DEFAULT false,
    "ai" BOOLEAN NOT NULL DEFAULT false,
    "inviteLinks" BOOLEAN NOT NULL DEFAULT true,
    "plan" "OrganizationPlan" NOT NULL DEFAULT 'FREE',
    "customHostname" TEXT,
    "logo" TEXT,
    "billingInterval" "BillingInterval",
    "billingEndDate" TIMESTAMPTZ(3),
    "billingHasPaymentFailed" BOOLEAN NOT NULL DEFAULT false,
    "billingIsScheduledToCancel" BOOLEAN NOT NULL DEFAULT false,
    "trialStatus" "TrialStatus" NOT NULL DEFAULT 'NOT_APPLICABLE',
    "trialEndDate" TIMESTAMPTZ(3),
    "trialDecision" "TrialDecision",
    "blockedReason" "BlockedReason",
    "billingMigrationDeadline" TIMESTAMPTZ(3),
    "billingMigrationDiscount" INTEGER,
    "billingMigrationDiscountEnd" TIMESTAMPTZ(3),

    CONSTRAINT "Organization_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Site" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "type" "SiteType" NOT NULL DEFAULT 'BASIC',
    "title" TEXT NOT NULL,
    "iconLight" TEXT,
    "iconDark" TEXT,
    "iconEmoji" TEXT,
    "hostname" TEXT,
    "basename" TEXT,
    "proxy" TEXT,
    "visibility" "SiteVisibility" NOT NULL DEFAULT 'PUBLIC',
    "published" BOOLEAN NOT NULL DEFAULT false,
    "adaptiveContentEnabled" BOOLEAN NOT NULL DEFAULT false,
    "adsStatus" "SiteAdsStatus",
    "adsTopic" "SiteAdsTopic",
    "adsZoneId" TEXT,
    "adsRejectedReason" TEXT,
    "siteSpaceCount" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Site_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SiteSectionGroup" (
    "id" TEXT NOT NULL,
    "siteId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "icon" TEXT,
    "position" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SiteSectionGroup_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SiteSection" (
    "id" TEXT NOT NULL,
    "siteId" TEXT NOT NULL,
    "groupId" TEXT,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "isDefault" BOOLEAN NOT NULL DEFAULT false,
    "path" TEXT NOT NULL,
    "condition" TEXT,
    "icon" TEXT,
    "position" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SiteSection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SiteSpace" (
    "id" TEXT NOT NULL,
    "siteId" TEXT NOT NULL,
    "sectionId" TEXT,
    "spaceId" TEXT NOT NULL,
    "isDefault" BOOLEAN NOT NULL DEFAULT false,
    "path" TEXT NOT NULL,
    "condition" TEXT,
    "position" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SiteSpace_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Space" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "parentId" TEXT,
    "title" TEXT NOT NULL,
    "emoji" TEXT NOT NULL,
    "icon" TEXT,
    "visibility" "SpaceVisibility" NOT NULL DEFAULT 'PRIVATE',
    "editMode" "EditMode" NOT NULL DEFAULT 'LIVE',
    "defaultLevel" "DefaultLevel" DEFAULT 'INHERIT',
    "effectiveLevel" "DefaultLevel" DEFAULT 'INHERIT',
    "ancestors" TEXT[],
    "position" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),
    "visitorAuthBackend" "VisitorAuthBackend",
    "visitorAuthIntegration" TEXT,
    "gitSyncRepoName" TEXT,
    "gitSyncProvider" "GitSyncProvider",
    "gitSyncIntegration" TEXT,
    "gitSyncURL" TEXT,
    "gitSyncUpdatedAt" TIMESTAMPTZ(3),
    "revisionId" TEXT NOT NULL,
    "openComments" INTEGER NOT NULL DEFAULT 0,
    "changeRequests" INTEGER NOT NULL DEFAULT 0,
    "changeRequestsOpen" INTEGER NOT NULL DEFAULT 0,
    "changeRequestsDraft" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "Space_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Team" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Team_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TeamMember" (
    "teamId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "role" "TeamRole" NOT NULL DEFAULT 'MEMBER',
    "joinedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "TeamMember_pkey" PRIMARY KEY ("teamId","userId")
);

-- CreateTable
CREATE TABLE "ApiToken" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "scopes" TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3),
    "lastUsedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ApiToken_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "InstallationSecret" (
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "InstallationSecret_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "User" (
    "id" TEXT NOT NULL,
    "displayName" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "photoURL" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Collection_organizationId_id_idx" ON "Collection"("organizationId", "id");

-- CreateIndex
CREATE INDEX "Collection_organizationId_position_id_idx" ON "Collection"("organizationId", "position", "id");

-- CreateIndex
CREATE INDEX "Collection_parentId_position_id_idx" ON "Collection"("parentId", "position", "id");

-- CreateIndex
CREATE INDEX "Collection_ancestors_idx" ON "Collection" USING GIN ("ancestors");

-- CreateIndex
CREATE INDEX "ContentPermission_collectionId_idx" ON "ContentPermission"("collectionId");

-- CreateIndex
CREATE INDEX "ContentPermission_spaceId_idx" ON "ContentPermission"("spaceId");

-- CreateIndex
CREATE INDEX "ContentPermission_siteId_idx" ON "ContentPermission"("siteId");

-- CreateIndex
CREATE UNIQUE INDEX "ContentPermission_userId_collectionId_key" ON "ContentPermission"("userId", "collectionId");

-- CreateIndex
CREATE UNIQUE INDEX "ContentPermission_userId_spaceId_key" ON "ContentPermission"("userId", "spaceId");

-- CreateIndex
CREATE UNIQUE INDEX "ContentPermission_userId_siteId_key" ON "ContentPermission"("userId", "siteId");

-- CreateIndex
CREATE UNIQUE INDEX "ContentPermission_teamId_collectionId_key" ON "ContentPermission"("teamId", "collectionId");

-- CreateIndex
CREATE UNIQUE INDEX "ContentPermission_teamId_spaceId_key" ON "ContentPermission"("teamId", "spaceId");

-- CreateIndex
CREATE UNIQUE INDEX "ContentPermission_teamId_siteId_key" ON "ContentPermission"("teamId", "siteId");

-- CreateIndex
CREATE INDEX "Comment_spaceId_postedAt_id_idx" ON "Comment"("spaceId", "postedAt", "id");

-- CreateIndex
CREATE INDEX "Comment_spaceId_status_postedAt_id_idx" ON "Comment"("spaceId", "status", "postedAt", "id");

-- CreateIndex
CREATE INDEX "Comment_spaceId_pageId_postedAt_id_idx" ON "Comment"("spaceId", "pageId", "postedAt", "id");

-- CreateIndex
CREATE INDEX "Comment_revisionId_idx" ON "Comment"("revisionId");

-- CreateIndex
CREATE INDEX "Comment_postedById_idx" ON "Comment"("postedById");

-- CreateIndex
CREATE INDEX "Comment_resolvedById_idx" ON "Comment"("resolvedById");

-- CreateIndex
CREATE INDEX "CommentReply_commentId_postedAt_id_idx" ON "CommentReply"("commentId", "postedAt", "id");

-- CreateIndex
CREATE INDEX "CommentReply_postedById_idx" ON "CommentReply"("postedById");

-- CreateIndex
CREATE INDEX "CommentReaction_userId_idx" ON "CommentReaction"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "CommentReaction_commentId_userId_emoji_key" ON "CommentReaction"("commentId", "userId", "emoji");

-- CreateIndex
CREATE UNIQUE INDEX "CommentReaction_replyId_userId_emoji_key" ON "CommentReaction"("replyId", "userId", "emoji");

-- CreateIndex
CREATE INDEX "Branch_spaceId_idx" ON "Branch"("spaceId");

-- CreateIndex
CREATE INDEX "Branch_baseBranchId_idx" ON "Branch"("baseBranchId");

-- CreateIndex
CREATE INDEX "Revision_spaceId_createdAt_id_idx" ON "Revision"("spaceId", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Revision_branchId_sequence_key" ON "Revision"("branchId", "sequence");

-- CreateIndex
CREATE INDEX "PageVersion_branchId_parentId_position_id_idx" ON "PageVersion"("branchId", "parentId", "position", "id");

-- CreateIndex
CREATE INDEX "PageVersion_branchId_endSequence_idx" ON "PageVersion"("branchId", "endSequence");

-- CreateIndex
CREATE INDEX "PageVersion_documentId_idx" ON "PageVersion"("documentId");

-- CreateIndex
CREATE INDEX "PageVersion_pageId_idx" ON "PageVersion"("pageId");

-- CreateIndex
CREATE UNIQUE INDEX "PageVersion_branchId_pageId_sequence_key" ON "PageVersion"("branchId", "pageId", "sequence");

-- CreateIndex
CREATE INDEX "FileVersion_branchId_endSequence_idx" ON "FileVersion"("branchId", "endSequence");

-- CreateIndex
CREATE INDEX "FileVersion_fileId_idx" ON "FileVersion"("fileId");

-- CreateIndex
CREATE INDEX "FileVersion_blobHash_idx" ON "FileVersion"("blobHash");

-- CreateIndex
CREATE UNIQUE INDEX "FileVersion_branchId_fileId_sequence_key" ON "FileVersion"("branchId", "fileId", "sequence");

-- CreateIndex
CREATE INDEX "ReusableContentVersion_branchId_endSequence_idx" ON "ReusableContentVersion"("branchId", "endSequence");

-- CreateIndex
CREATE INDEX "ReusableContentVersion_documentId_idx" ON "ReusableContentVersion"("documentId");

-- CreateIndex
CREATE UNIQUE INDEX "ReusableContentVersion_branchId_reusableId_sequence_key" ON "ReusableContentVersion"("branchId", "reusableId", "sequence");

-- CreateIndex
CREATE INDEX "Member_userId_idx" ON "Member"("userId");

-- CreateIndex
CREATE INDEX "Member_organizationId_joinedAt_id_idx" ON "Member"("organizationId", "joinedAt", "id");

-- CreateIndex
CREATE INDEX "Member_organizationId_lastSeenAt_id_idx" ON "Member"("organizationId", "lastSeenAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Member_organizationId_userId_key" ON "Member"("organizationId", "userId");

-- CreateIndex
CREATE UNIQUE INDEX "Organization_hostname_key" ON "Organization"("hostname");

-- CreateIndex
CREATE UNIQUE INDEX "Organization_defaultSiteId_key" ON "Organization"("defaultSiteId");

-- CreateIndex
CREATE UNIQUE INDEX "Site_hostname_key" ON "Site"("hostname");

-- CreateIndex
CREATE INDEX "Site_organizationId_id_idx" ON "Site"("organizationId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Site_organizationId_basename_key" ON "Site"("organizationId", "basename");

-- CreateIndex
CREATE INDEX "SiteSectionGroup_siteId_position_id_idx" ON "SiteSectionGroup"("siteId", "position", "id");

-- CreateIndex
CREATE INDEX "SiteSection_siteId_position_id_idx" ON "SiteSection"("siteId", "position", "id");

-- CreateIndex
CREATE INDEX "SiteSection_groupId_position_id_idx" ON "SiteSection"("groupId", "position", "id");

-- CreateIndex
CREATE UNIQUE INDEX "SiteSection_siteId_path_key" ON "SiteSection"("siteId", "path");

-- CreateIndex
CREATE INDEX "SiteSpace_siteId_position_id_idx" ON "SiteSpace"("siteId", "position", "id");

-- CreateIndex
CREATE INDEX "SiteSpace_sectionId_position_id_idx" ON "SiteSpace"("sectionId", "position", "id");

-- CreateIndex
CREATE INDEX "SiteSpace_spaceId_idx" ON "SiteSpace"("spaceId");

-- CreateIndex
CREATE UNIQUE INDEX "SiteSpace_sectionId_path_key" ON "SiteSpace"("sectionId", "path");

-- CreateIndex
CREATE UNIQUE INDEX "SiteSpace_sectionId_spaceId_key" ON "SiteSpace"("sectionId", "spaceId");

-- CreateIndex
CREATE INDEX "Space_organizationId_position_id_idx" ON "Space"("organizationId", "position", "id");

-- CreateIndex
CREATE INDEX "Space_organizationId_id_idx" ON "Space"("organizationId", "id");

-- CreateIndex
CREATE INDEX "Space_parentId_position_id_idx" ON "Space"("parentId", "position", "id");

-- CreateIndex
CREATE INDEX "Space_ancestors_idx" ON "Space" USING GIN ("ancestors");

-- CreateIndex
CREATE INDEX "Space_deletedAt_idx" ON "Space"("deletedAt");

-- CreateIndex
CREATE UNIQUE INDEX "Space_revisionId_key" ON "Space"("revisionId");

-- CreateIndex
CREATE INDEX "Team_organizationId_id_idx" ON "Team"("organizationId", "id");

-- CreateIndex
CREATE INDEX "TeamMember_userId_idx" ON "TeamMember"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "ApiToken_hash_key" ON "ApiToken"("hash");

-- CreateIndex
CREATE INDEX "ApiToken_userId_idx" ON "ApiToken"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "User_email_key" ON "User"("email");

-- AddForeignKey
ALTER TABLE "Collection" ADD CONSTRAINT "Collection_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Collection" ADD CONSTRAINT "Collection_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "Collection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ContentPermission" ADD CONSTRAINT "ContentPermission_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ContentPermission" ADD CONSTRAINT "ContentPermission_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "Team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ContentPermission" ADD CONSTRAINT "ContentPermission_collectionId_fkey" FOREIGN KEY ("collectionId") REFERENCES "Collection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ContentPermission" ADD CONSTRAINT "ContentPermission_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ContentPermission" ADD CONSTRAINT "ContentPermission_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "Site"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Comment" ADD CONSTRAINT "Comment_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Comment" ADD CONSTRAINT "Comment_revisionId_fkey" FOREIGN KEY ("revisionId") REFERENCES "Revision"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Comment" ADD CONSTRAINT "Comment_postedById_fkey" FOREIGN KEY ("postedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Comment" ADD CONSTRAINT "Comment_resolvedById_fkey" FOREIGN KEY ("resolvedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CommentReply" ADD CONSTRAINT "CommentReply_commentId_fkey" FOREIGN KEY ("commentId") REFERENCES "Comment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CommentReply" ADD CONSTRAINT "CommentReply_postedById_fkey" FOREIGN KEY ("postedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CommentReaction" ADD CONSTRAINT "CommentReaction_commentId_fkey" FOREIGN KEY ("commentId") REFERENCES "Comment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CommentReaction" ADD CONSTRAINT "CommentReaction_replyId_fkey" FOREIGN KEY ("replyId") REFERENCES "CommentReply"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CommentReaction" ADD CONSTRAINT "CommentReaction_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Branch" ADD CONSTRAINT "Branch_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Branch" ADD CONSTRAINT "Branch_baseBranchId_fkey" FOREIGN KEY ("baseBranchId") REFERENCES "Branch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Revision" ADD CONSTRAINT "Revision_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Revision" ADD CONSTRAINT "Revision_branchId_fkey" FOREIGN KEY ("branchId") REFERENCES "Branch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PageVersion" ADD CONSTRAINT "PageVersion_branchId_fkey" FOREIGN KEY ("branchId") REFERENCES "Branch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PageVersion" ADD CONSTRAINT "PageVersion_documentId_fkey" FOREIGN KEY ("documentId") REFERENCES "Document"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FileVersion" ADD CONSTRAINT "FileVersion_branchId_fkey" FOREIGN KEY ("branchId") REFERENCES "Branch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FileVersion" ADD CONSTRAINT "FileVersion_blobHash_fkey" FOREIGN KEY ("blobHash") REFERENCES "Blob"("hash") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReusableContentVersion" ADD CONSTRAINT "ReusableContentVersion_branchId_fkey" FOREIGN KEY ("branchId") REFERENCES "Branch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReusableContentVersion" ADD CONSTRAINT "ReusableContentVersion_documentId_fkey" FOREIGN KEY ("documentId") REFERENCES "Document"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Member" ADD CONSTRAINT "Member_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Member" ADD CONSTRAINT "Member_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Organization" ADD CONSTRAINT "Organization_defaultSiteId_fkey" FOREIGN KEY ("defaultSiteId") REFERENCES "Site"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Site" ADD CONSTRAINT "Site_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SiteSectionGroup" ADD CONSTRAINT "SiteSectionGroup_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "Site"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SiteSection" ADD CONSTRAINT "SiteSection_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "Site"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SiteSection" ADD CONSTRAINT "SiteSection_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "SiteSectionGroup"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SiteSpace" ADD CONSTRAINT "SiteSpace_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "Site"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SiteSpace" ADD CONSTRAINT "SiteSpace_sectionId_fkey" FOREIGN KEY ("sectionId") REFERENCES "SiteSection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SiteSpace" ADD CONSTRAINT "SiteSpace_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Space" ADD CONSTRAINT "Space_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Space" ADD CONSTRAINT "Space_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "Collection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Space" ADD CONSTRAINT "Space_revisionId_fkey" FOREIGN KEY ("revisionId") REFERENCES "Revision"("id") ON DELETE NO ACTION ON UPDATE NO ACTION DEFERRABLE INITIALLY DEFERRED;

-- AddForeignKey
ALTER TABLE "Team" ADD CONSTRAINT "Team_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TeamMember" ADD CONSTRAINT "TeamMember_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "Team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TeamMember" ADD CONSTRAINT "TeamMember_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiToken" ADD CONSTRAINT "ApiToken_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the schema language cannot say.

-- At most one primary branch for each space, one current version of each thing on a branch, and no two siblings of
-- one slug.
CREATE UNIQUE INDEX "Branch_main_key" ON "Branch" ("spaceId") WHERE "kind" = 'MAIN';
CREATE UNIQUE INDEX "PageVersion_current_key" ON "PageVersion" ("branchId", "pageId") WHERE "endSequence" IS NULL;
CREATE UNIQUE INDEX "PageVersion_slug_key" ON "PageVersion" ("branchId", (coalesce("parentId", '')), "slug")
    WHERE "endSequence" IS NULL AND NOT "deleted";
CREATE UNIQUE INDEX "FileVersion_current_key" ON "FileVersion" ("branchId", "fileId") WHERE "endSequence" IS NULL;
CREATE UNIQUE INDEX "ReusableContentVersion_current_key" ON "ReusableContentVersion" ("branchId", "reusableId")
    WHERE "endSequence" IS NULL;

-- At most one default of each kind; unique paths and spaces at the root of a site.
CREATE UNIQUE INDEX "SiteSection_default_key" ON "SiteSection" ("siteId") WHERE "isDefault";
CREATE UNIQUE INDEX "SiteSpace_default_in_section_key" ON "SiteSpace" ("sectionId") WHERE "isDefault";
CREATE UNIQUE INDEX "SiteSpace_default_at_root_key" ON "SiteSpace" ("siteId") WHERE "isDefault" AND "sectionId" IS NULL;
CREATE UNIQUE INDEX "SiteSpace_path_at_root_key" ON "SiteSpace" ("siteId", "path") WHERE "sectionId" IS NULL;
CREATE UNIQUE INDEX "SiteSpace_space_at_root_key" ON "SiteSpace" ("siteId", "spaceId") WHERE "sectionId" IS NULL;

ALTER TABLE "ContentPermission"
    ADD CONSTRAINT "ContentPermission_one_holder" CHECK (num_nonnulls("userId", "teamId") = 1),
    ADD CONSTRAINT "ContentPermission_one_target" CHECK (num_nonnulls("collectionId", "spaceId", "siteId") = 1);
ALTER TABLE "CommentReaction"
    ADD CONSTRAINT "CommentReaction_one_target" CHECK (num_nonnulls("commentId", "replyId") = 1);

-- Space.openComments
CREATE FUNCTION count_open_comments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' AND OLD."status" = 'OPEN' THEN
        UPDATE "Space" SET "openComments" = "openComments" - 1 WHERE "id" = OLD."spaceId";
    END IF;
    IF TG_OP <> 'DELETE' AND NEW."status" = 'OPEN' THEN
        UPDATE "Space" SET "openComments" = "openComments" + 1 WHERE "id" = NEW."spaceId";
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER "Comment_count_open" AFTER INSERT OR DELETE OR UPDATE OF "status", "spaceId" ON "Comment"
    FOR EACH ROW EXECUTE FUNCTION count_open_comments();

-- Comment.replyCount
CREATE FUNCTION count_comment_replies() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- Site.siteSpaceCount: site-spaces whose space is not deleted. The share lock makes a deletion of the space and an
-- addition of it to a site wait for each other, so that neither misses the other.
CREATE FUNCTION count_site_spaces() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE FUNCTION recount_sites_of_space() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    change integer := CASE WHEN NEW."deletedAt" IS NULL THEN 1 ELSE -1 END;
BEGIN
    UPDATE "Site" SET "siteSpaceCount" = "siteSpaceCount" + change * uses.count
    FROM (SELECT "siteId", count(*) FROM "SiteSpace" WHERE "spaceId" = NEW."id" GROUP BY "siteId") uses
    WHERE "Site"."id" = uses."siteId";
    RETURN NULL;
END $$;
CREATE TRIGGER "Space_recount_sites" AFTER UPDATE OF "deletedAt" ON "Space"
    FOR EACH ROW WHEN ((OLD."deletedAt" IS NULL) <> (NEW."deletedAt" IS NULL))
    EXECUTE FUNCTION recount_sites_of_space();
