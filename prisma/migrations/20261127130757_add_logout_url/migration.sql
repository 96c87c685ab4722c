ALTER TABLE "PublishingAuth" ADD COLUMN "logoutUrl" TEXT;
