-- A device brings some 125 pieces of names with it; each by itself into the index took three quarters of an import's time. Gathered
-- up to 256 kB (about 130 devices) they go in together, in a fifth of it; who searches meanwhile reads half a millisecond longer.
alter index device_grams set (fastupdate = on, gin_pending_list_limit = 256);
