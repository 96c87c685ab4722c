-- Nothing has stored a version so far, so the columns need no defaults.

-- AlterTable
ALTER TABLE "OpenAPISpecVersion" ADD COLUMN     "contentType" TEXT NOT NULL,
ADD COLUMN     "fileName" TEXT NOT NULL,
ADD COLUMN     "sourceBlobHash" TEXT NOT NULL;
