-- AlterTable
ALTER TABLE "IdentityProvider" ADD COLUMN     "sloUrl" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "ProviderSession" ADD COLUMN     "nameId" JSONB;
