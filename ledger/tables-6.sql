-- What the tables have beside for doubts of a bench that is off, which a lead has another one settle.

-- Whose they are since: it alone settles them, and has the right to print. What their own bench tells late of them counts only where it is an
-- answer of the service.
ALTER TABLE packbench.attempt ADD COLUMN taken_by int REFERENCES packbench.bench;
