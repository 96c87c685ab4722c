-- Pages with expressions are indexed again by a job, when a variable of their space has changed.
CREATE TABLE "ExpressionSearch" (
    "spaceId" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,

    CONSTRAINT "ExpressionSearch_pkey" PRIMARY KEY ("spaceId")
);

ALTER TABLE "ExpressionSearch" ADD CONSTRAINT "ExpressionSearch_spaceId_fkey"
  FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;
