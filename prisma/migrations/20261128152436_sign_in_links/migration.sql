-- CreateEnum
CREATE TYPE "SignInLinkKind" AS ENUM ('MAIL', 'PRINTED');

-- CreateTable
CREATE TABLE "SignInLink" (
    "secretHash" TEXT NOT NULL,
    "kind" "SignInLinkKind" NOT NULL,
    "email" TEXT NOT NULL,
    "browserHash" TEXT,
    "returnTo" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "SignInLink_pkey" PRIMARY KEY ("secretHash")
);

-- CreateIndex
CREATE INDEX "SignInLink_email_createdAt_idx" ON "SignInLink"("email", "createdAt");

-- CreateIndex
CREATE INDEX "SignInLink_kind_expiresAt_idx" ON "SignInLink"("kind", "expiresAt");
