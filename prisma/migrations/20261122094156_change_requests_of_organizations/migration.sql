-- Lists of the change requests of an organization, by each order and with or without a status, go by an index.

-- AlterTable
ALTER TABLE "ChangeRequest" ADD COLUMN     "organizationId" TEXT;

UPDATE "ChangeRequest" c SET "organizationId" = s."organizationId" FROM "Space" s WHERE s."id" = c."spaceId";

ALTER TABLE "ChangeRequest" ALTER COLUMN "organizationId" SET NOT NULL;

-- CreateIndex
CREATE INDEX "ChangeRequest_organizationId_updatedAt_id_idx" ON "ChangeRequest"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "ChangeRequest_organizationId_status_updatedAt_id_idx" ON "ChangeRequest"("organizationId", "status", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "ChangeRequest_organizationId_id_idx" ON "ChangeRequest"("organizationId", "id");

-- CreateIndex
CREATE INDEX "ChangeRequest_organizationId_status_id_idx" ON "ChangeRequest"("organizationId", "status", "id");

-- AddForeignKey
ALTER TABLE "ChangeRequest" ADD CONSTRAINT "ChangeRequest_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ChangeRequest.organizationId
CREATE FUNCTION transfer_change_requests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "ChangeRequest" SET "organizationId" = NEW."organizationId" WHERE "spaceId" = NEW."id";
    RETURN NULL;
END $$;
CREATE TRIGGER "Space_transfer_change_requests" AFTER UPDATE OF "organizationId" ON "Space"
    FOR EACH ROW WHEN (OLD."organizationId" <> NEW."organizationId") EXECUTE FUNCTION transfer_change_requests();
