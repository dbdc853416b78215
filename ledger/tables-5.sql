-- What the tables have beside, so that nothing that is asked of them reads one whole.

-- What is over and may be emptied once it is old: what came to nothing, and strays that a person closed.
DROP INDEX packbench.emptied_next;
CREATE INDEX emptied_next ON packbench.attempt (at)
  WHERE account IS NOT NULL AND (state IN ('rejected', 'released') OR closed_at IS NOT NULL);
CREATE INDEX unread_facts ON packbench.fact (at) WHERE attempt IS NULL;
