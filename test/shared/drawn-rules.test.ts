import fc from 'fast-check';
import { expect, test } from 'vitest';
import { labelPrinterOf } from '../../shared/label-printer-of.ts';
import { neverHolds } from '../../shared/never-holds.ts';
import { factsOf } from '../../shared/order-facts.ts';
import type { Service } from '../../shared/quote.ts';
import { choose, mayDecideAlone } from '../../shared/rules.ts';
import { senderOf } from '../../shared/sender-of.ts';
import type { Take } from '../../shared/shipping-rule.ts';
import { sender } from '../journal/samples.ts';
import { drawnOrder, drawnRule, drawnServices, one } from './drawn-rules.ts';
import { added, isCalled, namesBy, type Reached, reachedBy } from './rule-oracle.ts';
import { inForce, senders, today } from './some-rules.ts';

test('300 sets of rules never take a service that is missing, too dear or forbidden, and name the right rule', () => {
  const seen = {
    printers: 0,
    printersDoubted: 0,
    points: 0,
    pointsDoubted: 0,
    neverToPoint: 0,
    pointless: 0,
    senders: 0,
    sendersDoubted: 0,
    alone: 0,
    asked: 0,
    none: 0,
    doubted: 0,
    forbidden: 0,
    idle: 0,
  };
  const drawn = fc.record({
    list: fc.array(drawnRule, { maxLength: 6 }),
    last: one('ask' as const, 'cheapest' as const),
    cases: fc.array(fc.record({ order: drawnOrder, services: drawnServices }), { minLength: 8, maxLength: 8 }),
  });
  const judge = fc.property(drawn, ({ list, last, cases }) => {
    const idle = neverHolds(list).map(({ no }) => no);
    seen.idle += idle.length;
    for (const { order, services } of cases) {
      const rules = inForce(list, last);
      const sentBy = senderOf(order, senders, rules, today);
      const names = namesBy(list, order, 'sender', 'North');
      seen.senders += names.has('South') ? 1 : 0;
      seen.sendersDoubted += names.size > 1 ? 1 : 0;
      if (names.size > 1) expect(sentBy.is).toBe('doubt');
      else if (names.has('Gone')) expect(sentBy).toMatchObject({ is: 'unknown', name: 'Gone' });
      else expect(sentBy).toMatchObject({ is: 'sender', sender: { name: [...names][0] } });
      if ('by' in sentBy && sentBy.by) expect(list[sentBy.by.no - 1]).toBe(sentBy.by.rule);
      if (sentBy.is === 'sender' && sentBy.by) expect(sentBy.by.rule?.sender).toBe(sentBy.sender.name);
      const from = sentBy.is === 'sender' ? sentBy.sender.address : sender;
      const facts = factsOf(order, from, today, sender);
      const printers = namesBy(list, order, 'printer', '');
      const printsAt = labelPrinterOf(rules, facts);
      seen.printers += printers.size === 1 && !printers.has('') ? 1 : 0;
      seen.printersDoubted += printers.size > 1 ? 1 : 0;
      if (printers.size > 1) expect(printsAt.is).toBe('doubt');
      else if (printers.has('')) expect(printsAt.is).toBe('usual');
      else expect(printsAt).toMatchObject({ is: 'named', name: [...printers][0] });
      if ('by' in printsAt) expect(list[printsAt.by.no - 1]).toBe(printsAt.by.rule);
      if (printsAt.is === 'named') expect(printsAt.by.rule?.printer).toBe(printsAt.name);
      const choice = choose(services, rules, facts);
      if (!choice) throw new Error('nothing was chosen');
      const { reached, ender } = reachedBy(list, order);
      const maybe = reached.find(({ verdict }) => verdict === 'maybe');
      const mayEnd = reached.findIndex(({ verdict, rule: { take } }) => verdict === 'maybe' && take !== null);
      // A rule behind one that may end the list does not count for certain.
      const sure = reached.filter(({ verdict }, index) => verdict === 'yes' && (mayEnd < 0 || index < mayEnd));
      const taken = services.find(({ serviceId }) => serviceId === choice.serviceId);
      if (choice.serviceId !== '') expect(taken).toBeDefined();

      const ofPoints = reached.filter(({ rule: { servicePoint } }) => servicePoint !== null);
      const firstSure = ofPoints.find((each) => sure.includes(each));
      const mayCount = firstSure ? ofPoints.slice(0, ofPoints.indexOf(firstSure) + 1) : ofPoints;
      const isPointSure = firstSure !== undefined && new Set(mayCount.map((each) => each.rule.servicePoint)).size === 1;
      const point = isPointSure ? { is: firstSure.rule.servicePoint, no: firstSure.no } : null;
      expect(choice.point && { is: choice.point.is, no: choice.point.by.no }).toEqual(point);
      const mustGo = point !== null && point.is !== 'never';
      const mayHaveToGo = mayCount.some(({ rule: { servicePoint } }) => servicePoint !== 'never');
      seen.points += mustGo ? 1 : 0;
      seen.neverToPoint += point?.is === 'never' ? 1 : 0;
      seen.pointsDoubted += ofPoints.length > 0 && !point ? 1 : 0;
      seen.pointless += mustGo ? services.filter((each) => !each.destinationServicePoints).length : 0;

      const isForbidden = (each: Service, by: readonly Reached[]) =>
        by.some(({ rule: { never } }) => never.some((called) => isCalled(each, called)));
      expect(choice.nevers.map(({ serviceId }) => serviceId)).toEqual(
        services.filter((each) => isForbidden(each, sure) || (mustGo && !each.destinationServicePoints)).map(({ serviceId }) => serviceId),
      );
      for (const { serviceId, by } of choice.nevers) {
        const called = services.find((each) => each.serviceId === serviceId);
        const isCalledSo = by.rule?.never.some((each) => called && isCalled(called, each));
        expect(isCalledSo || (by.no === point?.no && called?.destinationServicePoints === false)).toBe(true);
        expect(list[by.no - 1]).toBe(by.rule);
      }
      const isGreen = sure.some(({ rule: { isCo2 } }) => isCo2);
      const isInsured = sure.some((each) => each.rule.isInsured) && !order.parcels.some(({ value }) => (value?.minor ?? 0) > 10_000_000);
      const costs = (each: Service) => added(each.total, isGreen && each.co2, isInsured && each.insurance);
      const isTooDear = (each: Service, by: readonly Reached[]) =>
        by.some(({ rule: { atMost } }) => atMost && !(atMost.currency === each.total.currency && costs(each) <= atMost.minor));
      const lacks = (each: Service) => (isGreen && each.co2 === null) || (isInsured && each.insurance === null);
      const goesThere = (each: Service) => !mayHaveToGo || each.destinationServicePoints;
      const may = services.filter((each) => goesThere(each) && !isForbidden(each, reached) && !isTooDear(each, reached) && !lacks(each));
      expect(choice.fitting).toEqual(may.map(({ serviceId }) => serviceId));
      if (taken) expect(may).toContain(taken);

      const isOneCurrency = new Set(services.map(({ total }) => total.currency)).size === 1;
      const priceUnknown = services.some((each) => {
        const isLimited = reached.some(
          ({ rule: { atMost } }) => atMost && (atMost.currency !== each.total.currency || Number.isNaN(costs(each))),
        );
        return isLimited && goesThere(each) && !isForbidden(each, reached) && !lacks(each);
      });
      const take: Take = ender?.rule.take ?? { is: 'cheapest', buys: last === 'cheapest' };
      const suits = may.filter((each) => {
        if (take.is === 'service') return isCalled(each, take.name);
        const day = each.arrival.slice(0, 10);
        if (take.is === 'by-day') return day.startsWith('2026') && day <= take.day;
        // Today is a Friday.
        if (take.is === 'within-days') return day.startsWith('2026') && day <= `2026-11-${22 + take.days}`;
        return true;
      });
      const asksWhen = take.is === 'fastest' || take.is === 'by-day' || take.is === 'within-days';
      const isVague = asksWhen && may.some(({ arrival }) => arrival === 'soon');
      const noPrice = (take.is === 'fastest' ? suits.filter((each) => each.serviceId === choice.serviceId) : suits).some((each) =>
        Number.isNaN(costs(each)),
      );
      const mayBuy =
        !maybe &&
        isOneCurrency &&
        !priceUnknown &&
        !isVague &&
        take.is !== 'ask' &&
        take.buys &&
        suits.length > 0 &&
        point?.is !== 'choose';
      // For the fastest, only the services that arrive first are compared; the test sees only the taken one, so it cannot tell if another
      // price is missing.
      if (take.is === 'fastest' && choice.decidesAlone !== (mayBuy && !noPrice))
        expect(suits.some((each) => Number.isNaN(costs(each)))).toBe(true);
      if (take.is !== 'fastest') expect(choice.decidesAlone).toBe(mayBuy && !noPrice);
      if (choice.decidesAlone && taken) {
        expect(mayBuy).toBe(true);
        expect(suits).toContain(taken);
        const moment = ({ arrival }: Service) => (arrival.endsWith('12:00') ? '2026-11-23 12' : `${arrival} 24`);
        const rivals = take.is === 'fastest' ? suits.filter((each) => moment(each) <= moment(taken)) : suits;
        if (take.is === 'fastest') expect(suits.every((each) => moment(each) >= moment(taken))).toBe(true);
        expect(Math.min(...rivals.map(costs))).toBe(costs(taken));
        expect(mayDecideAlone(rules)).toBe(true);
      }

      const hasRules = list.some(({ isOn }) => isOn);
      if (maybe) {
        expect([choice.by?.no, choice.doubt?.by.no, choice.doubt?.by.rule]).toEqual([maybe.no, maybe.no, maybe.rule]);
      } else if (!choice.doubt) {
        expect(choice.by && [choice.by.no, choice.by.rule]).toEqual(hasRules ? [ender?.no ?? list.length + 1, ender?.rule ?? null] : null);
        if (choice.by) expect(idle).not.toContain(choice.by.no);
      }
      if (choice.doubt) expect([choice.decidesAlone, choice.by]).toEqual([false, choice.doubt.by]);
      seen.alone += choice.decidesAlone ? 1 : 0;
      seen.asked += choice.decidesAlone ? 0 : 1;
      seen.none += choice.serviceId === '' ? 1 : 0;
      seen.doubted += choice.doubt ? 1 : 0;
      seen.forbidden += choice.nevers.length;
    }
  });
  fc.assert(judge, { numRuns: 300, seed: 12 });
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(50);
});
