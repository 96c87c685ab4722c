-- The current pages whose text is computed, by the specification that it is computed from.
CREATE INDEX CONCURRENTLY "PageVersion_computed_spec_idx" ON "PageVersion" ((computed #>> '{dependencies,spec,ref,spec}')) WHERE ((computed IS NOT NULL) AND ("endSequence" IS NULL));
