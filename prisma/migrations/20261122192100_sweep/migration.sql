-- The sweep deletes blobs to which nothing refers and that were not stored lately.
ALTER TABLE "Blob" ADD COLUMN "storedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- What keeps a blob or a body is a foreign key.
ALTER TABLE "PageVersion" DROP CONSTRAINT "PageVersion_documentId_fkey";
ALTER TABLE "PageVersion" ADD CONSTRAINT "PageVersion_documentId_fkey" FOREIGN KEY ("documentId") REFERENCES "Document"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "ReusableContentVersion" DROP CONSTRAINT "ReusableContentVersion_documentId_fkey";
ALTER TABLE "ReusableContentVersion" ADD CONSTRAINT "ReusableContentVersion_documentId_fkey" FOREIGN KEY ("documentId") REFERENCES "Document"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE INDEX "OpenAPISpec_sourceBlobHash_idx" ON "OpenAPISpec"("sourceBlobHash");
CREATE INDEX "OpenAPISpecVersion_blobHash_idx" ON "OpenAPISpecVersion"("blobHash");
CREATE INDEX "OpenAPISpecVersion_sourceBlobHash_idx" ON "OpenAPISpecVersion"("sourceBlobHash");
ALTER TABLE "OpenAPISpec" ADD CONSTRAINT "OpenAPISpec_sourceBlobHash_fkey" FOREIGN KEY ("sourceBlobHash") REFERENCES "Blob"("hash") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "OpenAPISpecVersion" ADD CONSTRAINT "OpenAPISpecVersion_blobHash_fkey" FOREIGN KEY ("blobHash") REFERENCES "Blob"("hash") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "OpenAPISpecVersion" ADD CONSTRAINT "OpenAPISpecVersion_sourceBlobHash_fkey" FOREIGN KEY ("sourceBlobHash") REFERENCES "Blob"("hash") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Words that no page has are marked, and deleted a day later.
ALTER TABLE "SearchWord" ADD COLUMN "unusedAt" TIMESTAMPTZ(3);
