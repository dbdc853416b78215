-- A bench may call these functions and read no table.

REVOKE ALL ON ALL TABLES IN SCHEMA packbench FROM PUBLIC, packbench_bench;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA packbench FROM PUBLIC, packbench_bench;
GRANT USAGE ON SCHEMA packbench TO packbench_bench;
GRANT EXECUTE ON FUNCTION
  packbench.hello, packbench.alive, packbench.claim, packbench.send, packbench.give_up, packbench.close_order, packbench.reopen_order, packbench.closed_before, packbench.report, packbench.resolve, packbench.agree,
  packbench.salt_of_lead, packbench.guess_lead, packbench.judge_lead, packbench.set_lead,
  packbench.vouch, packbench.retire, packbench.leave, packbench.facts, packbench.benches, packbench.prune, packbench.invite, packbench.withdraw, packbench.name_site, packbench.accept,
  packbench.present, packbench.make_site_key, packbench.give_key,
  packbench.site_settings, packbench.share_settings,
  packbench.take_lease, packbench.end_lease,
  packbench.take_doubts, packbench.own_doubts, packbench.taken_from,
  packbench.changes, packbench.put_label, packbench.get_label,
  packbench.put_orders, packbench.read_orders
TO packbench_bench;
