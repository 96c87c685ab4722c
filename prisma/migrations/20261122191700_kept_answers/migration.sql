-- CreateTable
CREATE TABLE "KeptAnswer" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "answer" BYTEA,
    "runningUntil" TIMESTAMPTZ(3),
    "size" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "KeptAnswer_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "KeptAnswer_userId_createdAt_idx" ON "KeptAnswer"("userId", "createdAt");

-- CreateIndex
CREATE INDEX "KeptAnswer_createdAt_idx" ON "KeptAnswer"("createdAt");

-- AddForeignKey
ALTER TABLE "KeptAnswer" ADD CONSTRAINT "KeptAnswer_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
