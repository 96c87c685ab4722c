-- No version has written these columns, so that nothing is lost with them.

-- AlterTable
ALTER TABLE "Organization" DROP COLUMN "billingEndDate",
DROP COLUMN "billingHasPaymentFailed",
DROP COLUMN "billingInterval",
DROP COLUMN "billingIsScheduledToCancel",
DROP COLUMN "billingMigrationDeadline",
DROP COLUMN "billingMigrationDiscount",
DROP COLUMN "billingMigrationDiscountEnd",
DROP COLUMN "blockedReason",
DROP COLUMN "communityType",
DROP COLUMN "plan",
DROP COLUMN "trialDecision",
DROP COLUMN "trialEndDate",
DROP COLUMN "trialStatus";

-- AlterTable
ALTER TABLE "Site" DROP COLUMN "adsRejectedReason",
DROP COLUMN "adsStatus",
DROP COLUMN "adsTopic",
DROP COLUMN "adsZoneId";

-- AlterTable
ALTER TABLE "Space" DROP COLUMN "visitorAuthBackend",
DROP COLUMN "visitorAuthIntegration";

-- DropEnum
DROP TYPE "BillingInterval";

-- DropEnum
DROP TYPE "BlockedReason";

-- DropEnum
DROP TYPE "CommunityType";

-- DropEnum
DROP TYPE "OrganizationPlan";

-- DropEnum
DROP TYPE "SiteAdsStatus";

-- DropEnum
DROP TYPE "SiteAdsTopic";

-- DropEnum
DROP TYPE "TrialDecision";

-- DropEnum
DROP TYPE "TrialStatus";

-- DropEnum
DROP TYPE "VisitorAuthBackend";
