-- Unlogged, because what it has is worth nothing after a minute.
CREATE UNLOGGED TABLE "RateLimitCount" (
    "client" TEXT NOT NULL,
    "window" INTEGER NOT NULL,
    "points" INTEGER NOT NULL,

    CONSTRAINT "RateLimitCount_pkey" PRIMARY KEY ("client","window")
);
