-- AlterTable
ALTER TABLE "IdentityProvider" ADD COLUMN     "clientId" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "clientSecret" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "groupsClaim" TEXT,
ADD COLUMN     "issuer" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "scopes" TEXT[];

-- AlterTable
ALTER TABLE "Member" ADD COLUMN     "roleByHand" "Role",
ADD COLUMN     "roleMappedBy" TEXT;

-- AlterTable
ALTER TABLE "TeamMember" ADD COLUMN     "mappedBy" TEXT;

-- CreateTable
CREATE TABLE "GroupMapping" (
    "id" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "group" TEXT NOT NULL,
    "role" "Role",
    "teamId" TEXT,

    CONSTRAINT "GroupMapping_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OidcRequest" (
    "id" TEXT NOT NULL,
    "providerId" TEXT,
    "nonce" TEXT NOT NULL,
    "returnTo" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "OidcRequest_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LinkedIdentity" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "providerId" TEXT,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "linkedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "LinkedIdentity_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ProviderSession" (
    "tokenId" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "sid" TEXT,
    "signOutAddress" TEXT,

    CONSTRAINT "ProviderSession_pkey" PRIMARY KEY ("tokenId")
);

-- CreateTable
CREATE TABLE "UsedLogoutToken" (
    "id" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "UsedLogoutToken_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "GroupMapping_providerId_id_idx" ON "GroupMapping"("providerId", "id");

-- CreateIndex
CREATE INDEX "GroupMapping_teamId_idx" ON "GroupMapping"("teamId");

-- CreateIndex
CREATE INDEX "OidcRequest_providerId_idx" ON "OidcRequest"("providerId");

-- CreateIndex
CREATE INDEX "OidcRequest_expiresAt_idx" ON "OidcRequest"("expiresAt");

-- CreateIndex
CREATE INDEX "LinkedIdentity_userId_idx" ON "LinkedIdentity"("userId");

-- CreateIndex
CREATE INDEX "LinkedIdentity_providerId_idx" ON "LinkedIdentity"("providerId");

-- CreateIndex
CREATE INDEX "ProviderSession_issuer_subject_idx" ON "ProviderSession"("issuer", "subject");

-- CreateIndex
CREATE INDEX "UsedLogoutToken_expiresAt_idx" ON "UsedLogoutToken"("expiresAt");

-- AddForeignKey
ALTER TABLE "GroupMapping" ADD CONSTRAINT "GroupMapping_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES "IdentityProvider"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupMapping" ADD CONSTRAINT "GroupMapping_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "Team"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OidcRequest" ADD CONSTRAINT "OidcRequest_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES "IdentityProvider"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LinkedIdentity" ADD CONSTRAINT "LinkedIdentity_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LinkedIdentity" ADD CONSTRAINT "LinkedIdentity_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES "IdentityProvider"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProviderSession" ADD CONSTRAINT "ProviderSession_tokenId_fkey" FOREIGN KEY ("tokenId") REFERENCES "ApiToken"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The secret of a client is not recorded.
DROP TRIGGER "IdentityProvider_audit" ON "IdentityProvider";
SELECT audit_table('IdentityProvider', 'IdentityProvider', 'kind', 'clientSecret');
SELECT audit_table('GroupMapping', 'OidcGroupMapping');
