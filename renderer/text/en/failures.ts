import type { FailureCode } from '../../../shared/failure.ts';

/** Remedy for a hold that only the shop can lift. */
const newExport = 'Keep the parcel here and ask the shift lead. If this changed in the shop, export the order again and read the file.';

/** The event and its consequence for the parcel, then the next step. */
export const failures: Record<FailureCode, { readonly what: string; readonly next: string }> = {
  'scan-not-understood': {
    what: 'This bench does not know that code. Nothing was changed.',
    next: 'Scan the order again, or type its number.',
  },
  'scan-unreadable': { what: 'The scan could not be read completely. Nothing was changed.', next: 'Scan again.' },
  'scan-unsure': {
    what: 'It is not certain that this is the code that was scanned. Nothing was bought.',
    next: 'Compare number, name and items with the parcel before you buy.',
  },
  'order-not-found': { what: 'No order has this number. Nothing was bought for it.', next: 'Scan again, or bring the order in on Orders.' },
  'order-left-out': {
    what: 'The order file has this order, but its row was left out. Nothing was bought.',
    next: 'Keep the parcel here. Resolve shows why. Correct the row there.',
  },
  'look-up-failed': {
    what: 'The shop did not answer about this order. Nothing was bought.',
    next: 'Scan again. If this happens again, look at the order in the shop and tell the shift lead.',
  },
  'shop-not-connected': {
    what: 'The shop did not accept this connection. Nothing was saved.',
    next: 'Correct what is described here. Then test it again.',
  },
  'look-ups-differ': {
    what: 'Two shops describe this order differently. Nothing was imported or bought.',
    next: 'Call the shift lead, who opens Setup, Order sources, and presses “Ask for it” beside the right shop. Scanning again changes nothing.',
  },
  'code-of-product': { what: 'That is the code of a product, not of an order.', next: 'Scan the order.' },
  'product-not-open': {
    what: 'No open order of just this item can be shipped now.',
    next: 'Scan the order that this item belongs to, or put the item back.',
  },
  'product-not-now': {
    what: 'The parcel in hand is not finished. This item opened no order.',
    next: 'Finish the parcel or put it aside, then scan the item again.',
  },
  'product-of-several': {
    what: 'This code stands for items with different SKUs. The oldest order with one of them is in hand.',
    next: 'Compare name and SKU with the item before you buy.',
  },
  'product-or-order': {
    what: 'This code is the number of this order and the code of an item. The order with this number is in hand.',
    next: 'Compare the items before you buy. If you meant the item, scan the number of its order.',
  },
  'note-not-confirmed': {
    what: 'The note of this order has to be read first. Nothing was bought.',
    next: 'Scan the order at Ship, read the note and confirm it.',
  },
  'items-not-checked': {
    what: 'Not every item is scanned off. Nothing was bought.',
    next: 'Scan the order, then its items. Check those without a bar code by eye.',
  },
  'items-not-packed': {
    what: 'This parcel is open, and not every item is back in it.',
    next: 'Scan the items that are left. Scan the label last, on the closed parcel.',
  },
  'item-too-many': { what: 'One too many: every piece of this item is in the box already.', next: 'Put it back.' },
  'address-shared': {
    what: 'Nothing was bought for this one. Also open for this address:',
    next: 'Decide in the batch: one parcel for all of them, or keep them apart.',
  },
  'code-of-web-page': { what: 'That is the address of a web page, not an order.', next: 'Scan the order.' },
  'taken-elsewhere': {
    what: 'Another bench or the batch is shipping this. Nothing was bought here.',
    next: 'Ask there first. Try again here only if it was not shipped there.',
  },
  'attempt-dead': {
    what: 'This attempt took too long, or the order changed meanwhile. Nothing was bought.',
    next: 'Check the order and try again.',
  },
  'stray-blocks': {
    what: 'This order may have been bought at two benches. Nothing more is bought for it.',
    next: 'Keep the parcel here and call the shift lead. The account of the service shows which of the two is real.',
  },
  'no-shipment-before': {
    what: 'The earlier shipment of this order is not known yet. Nothing was bought.',
    next: 'Keep the parcel here and ask the shift lead: the bench that shipped it may not have reported yet.',
  },
  'ledger-unreachable': {
    what: 'The shared database of the benches cannot be reached. Nothing is bought, because another bench might buy the same.',
    next: 'Keep the parcel here and call the shift lead. Reprint, Resolve and Track still work.',
  },
  'ledger-frozen': {
    what: 'The shared database of the benches was moved or restored. Nothing is bought until every bench has reported.',
    next: 'Keep the parcel here and call the shift lead, who switches on the benches that are missing.',
  },
  'ledger-version': {
    what: 'This bench and the shared database of the benches have different versions, so nothing is bought here.',
    next: 'Keep the parcel here and call the shift lead. Reprint, Resolve and Track still work.',
  },
  'ledger-unreadable': {
    what: 'The shared database of the benches sent an answer that this bench cannot read, so nothing is bought.',
    next: 'Keep the parcel here and call the shift lead, who checks the address in Setup, Benches.',
  },
  'ledger-clock': {
    what: 'The clocks of this computer and of the shared database are far apart. Nothing is bought.',
    next: 'Keep the parcel here and call the shift lead: one of the clocks has to be set.',
  },
  'ledger-full': {
    what: 'The shared database of the benches cannot store anything more. Nothing is bought.',
    next: 'Keep the parcel here and call the shift lead: its disk may be full.',
  },
  'not-paired': {
    what: 'This bench is not, or no longer, a bench of its site. Nothing is bought here.',
    next: 'Pack at another bench and call the shift lead: this one has to join again.',
  },
  'identity-elsewhere': {
    what: 'Another computer uses the identity of this bench, perhaps a copy of its disk. Nothing is bought here.',
    next: 'Pack at another bench and call the shift lead: one of the two has to join again.',
  },
  'site-key-missing': {
    what: 'This bench does not have the key of the site yet, so it cannot invite another bench.',
    next: 'Show the code at another bench. If this bench joins by a code too, it gets the key.',
  },
  'site-settings-away': {
    what: 'All benches share these settings, and their shared database did not accept the change. The old settings are still in use.',
    next: 'Save again when the shared database answers.',
  },
  'site-settings-moved': {
    what: 'Another shift lead changed these settings at another bench meanwhile. Yours were not saved.',
    next: 'Compare both. Save again to replace theirs.',
  },
  'changed-since': {
    what: 'It was changed again meanwhile. The later change stays.',
    next: 'Look at it, and change it by hand if needed.',
  },
  'invite-unknown': {
    what: 'This code is not known: it was withdrawn, or it is for another site. This bench did not join.',
    next: 'Show a new code at the other bench, in Setup, Benches.',
  },
  'invite-spent': {
    what: 'Another computer has already joined with this code. This bench did not join.',
    next: 'Look at the list of benches at the other bench. Retire any bench that does not belong there. Then show a new code.',
  },
  'invite-late': {
    what: 'This code has expired. This bench did not join.',
    next: 'Show a new code at the other bench, in Setup, Benches.',
  },
  'journal-went-back': {
    what: 'The other benches know of shipments that are missing in the data of this one. Nothing was bought.',
    next: 'Keep the parcel here and call the shift lead. Resolve asks about what was begun.',
  },
  'order-in-hand': { what: 'That is the parcel in hand.', next: 'Wait until it is done.' },
  'order-incomplete': {
    what: 'This order cannot be sent as it is. Nothing was bought.',
    next: 'Correct the order, then scan it again.',
  },
  'order-key-reserved': {
    what: 'An order number may not begin like a command bar code. The order was not saved.',
    next: 'Give it another number.',
  },
  'order-key-taken': {
    what: 'Another order already has this number in another spelling. The order was not saved.',
    next: 'Give it another number, or change the order that is there.',
  },
  'order-cancelled': { what: 'The shop has cancelled this order. Nothing was bought.', next: newExport },
  'order-refunded': { what: 'The shop has refunded this order. Nothing was bought.', next: newExport },
  'order-fulfilled': { what: 'The shop reports that this order was already sent. Nothing was bought.', next: newExport },
  'order-unpaid': { what: 'The shop reports that this order is not paid. Nothing was bought.', next: newExport },
  'order-on-hold': { what: 'The shop holds this order back. Nothing was bought.', next: newExport },
  'order-held': {
    what: 'This order is held here. Nothing was bought.',
    next: 'Release it and go on, or leave it until the person who holds it agrees.',
  },
  'order-shipped-otherwise': {
    what: 'This order was shipped without a label. Nothing was bought.',
    next: 'Clear the screen and scan the next order. If it needs a label after all, choose a reason.',
  },
  'order-encrypted': {
    what: 'Another bench changed this order, and this bench does not have the site key that opens the change. Nothing was bought.',
    next: 'The address here may be out of date. Ship the order at that bench, or wait: the key arrives by itself.',
  },
  'order-standing': {
    what: 'This order is shipped, or is being shipped. Nothing was changed.',
    next: 'Scan it to see its state.',
  },
  'order-nothing-to-ship': {
    what: 'Nothing in this order needs shipping: gift cards or downloads. Nothing was bought.',
    next: newExport,
  },
  'order-row-unreadable': {
    what: 'A row of this order could not be read, so a part of it is missing. Nothing was bought.',
    next: 'Open the order, add what the row contains (see Resolve), and save it.',
  },
  'order-two-addresses': {
    what: 'This order has two different addresses. Nothing was bought.',
    next: 'Open the order, enter the right address and save it.',
  },
  'order-forgotten': {
    what: 'The name, address and label of this order were deleted, because the time to keep them is over. Nothing was bought or printed.',
    next: 'If it must be shipped again, open the order and enter the address.',
  },
  'product-file-unreadable': { what: 'The product file could not be read.', next: 'Check the file and choose it again.' },
  'order-file-unreadable': { what: 'The order file could not be read. No order was changed.', next: 'Check the file and choose it again.' },
  'sender-incomplete': {
    what: 'The sender address must be corrected before anything can be sent.',
    next: 'No price was asked and nothing was bought. Correct the sender in Setup, then scan again.',
  },
  'sender-unknown': {
    what: 'The order, or a rule, names a sender that Setup does not have.',
    next: 'No price was asked and nothing was bought. Add the sender in Setup, or correct the order or the rule.',
  },
  'sender-in-doubt': {
    what: 'A fact is missing that decides the sender of this order.',
    next: 'No price was asked and nothing was bought. Enter the fact or the sender in the order. Then scan again.',
  },
  'rule-printer-gone': {
    what: 'A shipping rule names a label printer that this bench does not have.',
    next: 'Nothing was bought. Name the printer in Setup, or change the rule. Then scan again.',
  },
  'rule-printer-format': {
    what: 'A shipping rule names a printer that cannot print the labels it is for.',
    next: 'Nothing was bought. Correct the printer in Setup, or change the rule. Then scan again.',
  },
  'rule-printer-in-doubt': {
    what: 'A fact is missing that decides which printer prints the label.',
    next: 'No price was asked and nothing was bought. Enter the fact in the order. Then scan again.',
  },
  'no-sender': { what: 'No sender address is set, so no price can be asked.', next: 'Enter the sender in Setup.' },
  'not-connected': { what: 'This bench is not connected to the service, so nothing can be bought.', next: 'Connect the account in Setup.' },
  'service-unreachable': { what: 'The service could not be reached. Nothing was bought.', next: 'Check the network, then try again.' },
  'service-slow': {
    what: 'The service did not answer in time. Nothing was bought.',
    next: 'Try again. If it stays slow, tell the shift lead.',
  },
  'sent-too-late': {
    what: 'Nothing was sent in time: the computer slept, or the network was slow. Nothing was bought.',
    next: 'Try again.',
  },
  'service-refused': { what: 'The service refused this shipment. Nothing was bought.', next: 'Correct what it names, then scan again.' },
  'service-answer-unreadable': {
    what: 'The answer of the service could not be read. Nothing was bought.',
    next: 'Try again. If it happens again, tell the shift lead: the answer is kept.',
  },
  'credentials-rejected': {
    what: 'The service rejected the key of this bench. Nothing was bought.',
    next: 'Check key and secret in Setup: the key may have been revoked or replaced.',
  },
  'credentials-unreadable': {
    what: 'The stored key cannot be read on this computer, so nothing can be bought.',
    next: 'Enter key and secret again in Setup.',
  },
  'no-services': {
    what: 'The service has no offer for this parcel. Nothing was bought.',
    next: 'Check address, size and weight of the order.',
  },
  'order-changed': {
    what: 'The order was changed after its prices were asked. Nothing was bought.',
    next: 'Look at it, then buy.',
  },
  'joined-order-gone': {
    what: 'One of the orders in this parcel was changed, held, cancelled or shipped meanwhile. Nothing was bought.',
    next: 'Scan the order again. What can go in one parcel is asked again.',
  },
  'orders-not-joined': {
    what: 'These orders cannot share a parcel. Nothing was bought.',
    next: 'Ship them separately.',
  },
  'order-not-split': {
    what: 'This order cannot be sent in parts. Nothing was bought.',
    next: 'Scan all its items, or put it aside.',
  },
  'part-empty': {
    what: 'No item is scanned off yet. Nothing would go now.',
    next: 'Scan the items that go now. Then send the rest later.',
  },
  'order-not-boxed': {
    what: 'This order cannot be put in several boxes here. Nothing was bought.',
    next: 'Scan all its items, or put it aside.',
  },
  'kit-begun': {
    what: 'A kit is not complete. Nothing was changed.',
    next: 'Scan its other parts, or take the last scan back with U.',
  },
  'box-empty': {
    what: 'This box is still empty.',
    next: 'Scan an item into it first.',
  },
  'boxes-full': {
    what: 'A shipment has at most 20 boxes.',
    next: 'Put the other items in this box, or send the rest later.',
  },
  'boxes-outdated': {
    what: 'The order was changed while it was packed. Nothing was bought.',
    next: 'Scan the order again. If its items are the same, they stay in their boxes.',
  },
  'part-outdated': {
    what: 'This order, or what was shipped of it, changed meanwhile. Nothing was bought.',
    next: 'Scan the order again. It shows what is left.',
  },
  'part-not-known': {
    what: 'A part of this order was shipped. This bench does not know its items. Nothing was bought.',
    next: 'Keep the items here. Ship the rest at the bench that shipped the part.',
  },
  'part-not-in-order': {
    what: 'This order no longer has every item that was shipped. Nothing was bought.',
    next: 'Compare the order with what was shipped. Then correct its items.',
  },
  'rest-first': {
    what: 'A part of this order is not shipped yet. Nothing was bought.',
    next: 'Scan the order and ship the rest. Then ship again what was lost.',
  },
  'return-not-possible': {
    what: 'This return label cannot be bought here. Nothing was bought.',
    next: 'Ask the courier for one.',
  },
  'return-outdated': {
    what: 'The sender in Setup changed meanwhile. Nothing was bought.',
    next: 'Scan the order again and press "Return label".',
  },
  'return-label-scanned': {
    what: 'This is a return label. It goes to the customer, not on a parcel here.',
    next: 'Send it to the customer. Then scan the next order.',
  },
  'quote-outdated': {
    what: 'The prices were asked again and this service is no longer offered. Nothing was bought.',
    next: 'Choose again.',
  },
  'price-changed': { what: 'The price changed. Nothing was bought.', next: 'Look at the new price and choose again.' },
  'booking-unknown': { what: 'It is not known whether this was booked.', next: 'Settle it in Resolve. It is not sent again.' },
  'rule-refuses': {
    what: 'A shipping rule does not allow this service. Nothing was bought.',
    next: 'Choose another one. The shift lead changes rules in Setup.',
  },
  'rule-asks': {
    what: 'A rule wants a person to decide about this order. Nothing was bought.',
    next: 'Scan it: the list of services shows which rule asks, and why.',
  },
  'point-missing': {
    what: 'A shipping rule sends this order to a service point, and none is chosen. Nothing was bought.',
    next: 'Press P, choose the service point, then buy.',
  },
  'booking-rejected': { what: 'The service did not book this. Nothing was bought.', next: 'Correct what it names, then scan again.' },
  'offer-expired': {
    what: 'The service did not accept this offer, because it is too old. Nothing was bought.',
    next: 'Ask for the prices again and choose again.',
  },
  'offer-used': {
    what: 'The service reports that this offer was booked before. Nothing more was bought.',
    next: 'Look in Resolve and in the account of the service before this parcel is bought again.',
  },
  'choice-refused': {
    what: 'The service did not book this as it was chosen. Nothing was bought.',
    next: 'Choose another extra, service point or service.',
  },
  'account-refused': {
    what: 'The service does not know the account of this bench, or does not let it ship. Nothing was bought.',
    next: 'Check the account name in Setup.',
  },
  'plan-exhausted': {
    what: 'The plan takes no more shipments this month. Nothing was bought.',
    next: 'Keep the parcel here. Ask the shift lead: the plan has to be raised.',
  },
  'service-busy': {
    what: 'The service is busy or has a fault. Nothing was bought and no driver was ordered.',
    next: 'Wait a minute, then try again.',
  },
  'booking-paused': {
    what: 'Booking is paused. Nothing was bought and no driver was ordered.',
    next: 'Read why on Ship, then press Go on there.',
  },
  'text-not-sendable': {
    what: 'The service accepts plain Latin letters only, and this text has others. Nothing was sent.',
    next: 'Write it in Latin letters and send it again.',
  },
  'text-too-long': {
    what: 'The text is too long. Nothing was changed and nothing was sent.',
    next: 'Shorten it, then try again.',
  },
  'text-is-code': {
    what: 'A text here is also a code that is scanned. Nothing was saved.',
    next: 'Correct the text. If it is right as it stands, press the same key again.',
  },
  'pickup-rejected': { what: 'The pickup was refused. No driver is coming.', next: 'Correct date or times and request it again.' },
  'pickup-unknown': { what: 'It is not known whether the driver is ordered.', next: 'Settle it in Resolve before you ask again.' },
  'insurance-refused': {
    what: 'This parcel cannot be insured for so much. Nothing was bought.',
    next: 'Ship it without insurance, or split the order.',
  },
  'pickup-incomplete': {
    what: 'The pickup was not requested: day or times are not right.',
    next: 'Correct the fields below and request it again.',
  },
  'pickup-doubtful': {
    what: 'The pickup was not requested: see the notes at its fields.',
    next: 'Correct the fields, or request it anyway.',
  },
  'pickup-already-requested': {
    what: 'A driver of this courier is already ordered. No second driver was ordered.',
    next: 'Enter why a second driver is needed.',
  },
  'pickup-may-be-requested': {
    what: 'A driver may already be ordered, and this bench cannot know it. No driver was ordered now.',
    next: 'Look in the account of the service, and ask the other benches. If no driver is requested, enter what you found.',
  },
  'nothing-to-collect': { what: 'No parcel waits for this courier. No driver was ordered.', next: 'Ship parcels first.' },
  'number-not-found': {
    what: 'The service does not know this number. Nothing was changed.',
    next: 'Check it, then scan or type it again.',
  },
  'look-up-refused': {
    what: 'The service refused this look-up. The parcel is not affected: what is booked stays booked.',
    next: 'Read its message. Try again, or look in the account of the service.',
  },
  'not-booked-yet': {
    what: 'This order is here, but it is not booked: no courier has a number for it.',
    next: 'Scan it on Ship to book it.',
  },
  'sent-with-other-key': {
    what: 'This was sent with another key of the service, or for another account, than this bench uses now. Nothing was bought or sent.',
    next: 'Reprint works here. Tracking, missing labels, documents and pickup need that key. The shift lead can enter it in Setup again.',
  },
  'label-missing': {
    what: 'The label or manifest has not arrived. What is booked stays booked and paid.',
    next: 'Ask for it again. Do not ship the order again.',
  },
  'label-unreadable': {
    what: 'This label or document cannot be read or printed. What is booked stays booked and paid.',
    next: 'Keep the parcel here and tell the shift lead.',
  },
  'label-in-other-printer': {
    what: 'It went to another printer, which may still hold it. Printing it here would make two.',
    next: 'Take it out of the other printer, or switch that printer off. Then confirm that it is gone.',
  },
  'label-of-another-order': {
    what: 'This label belongs to another order. It was not printed.',
    next: 'Keep the parcel here and tell the shift lead.',
  },
  'label-held-back': {
    what: 'This label waits until a person has checked it. It was not printed. The shipment stays booked and paid.',
    next: 'Print it from Resolve, if it is right after all.',
  },
  'label-not-compared': {
    what: 'The service knows this number, but its label could not be compared with this order. The number is not used yet.',
    next: 'Look in the account of the service. If it is for this recipient, press the key again.',
  },
  'number-taken': {
    what: 'This number already belongs to something else here. It was not used.',
    next: 'Check it, then scan or type it again.',
  },
  'label-on-wrong-parcel': {
    what: 'This label belongs to another parcel. Both are booked; nothing has to be bought again.',
    next: 'Take it off this parcel, put the right label on, and scan it.',
  },
  'reprint-needs-reason': {
    what: 'No reason was given, so no label was printed.',
    next: 'Press Reprint again, and choose the reason.',
  },
  'not-its-label': {
    what: 'This code is not on the old label. Nothing was printed yet.',
    next: 'Scan the tracking bar code of the label that is replaced.',
  },
  'label-scanned-before': {
    what: 'This label was scanned before. Nothing was changed.',
    next: 'Scan the label of another parcel.',
  },
  'document-refused': {
    what: 'The document was not sent, because it cannot be opened.',
    next: 'Choose a file that opens without a password.',
  },
  'no-papers': { what: 'Only the label came for this shipment.', next: 'There is no document to print.' },
  'document-unreadable': {
    what: 'This document cannot be printed or shown here. It is kept.',
    next: 'Save it as a file, or ask the service for it.',
  },
  'no-label-printer': {
    what: 'No label printer is chosen.',
    next: 'Choose one in Setup. What is booked stays booked, and its label is kept.',
  },
  'label-printer-gone': {
    what: 'The label printer that a rule chose for this label is no longer in Setup.',
    next: 'What is booked stays booked, and its label is kept. Name that printer in Setup, or have it print at the usual one.',
  },
  'no-standby-printer': { what: 'No backup printer is set up. Nothing was moved.', next: 'Choose one in Setup, Printers.' },
  'no-document-printer': { what: 'No document printer is chosen. The document is kept.', next: 'Choose one in Setup.' },
  'printer-offline': {
    what: 'The printer cannot be reached.',
    next: 'Check its power, its cable and its address in Setup. What is booked stays booked, and is printed once it answers.',
  },
  'printer-out-of-labels': { what: 'The printer is out of labels.', next: 'Load labels. What waits then prints by itself.' },
  'printer-buffer-full': {
    what: 'The memory of the printer is full.',
    next: 'Wait until its labels are out. If none come, switch it off and on.',
  },
  'printer-head-open': { what: 'The printer is open.', next: 'Close its head. What waits then prints by itself.' },
  'printer-out-of-ribbon': { what: 'The printer is out of ribbon.', next: 'Load ribbon. What waits then prints by itself.' },
  'printer-paused': {
    what: 'The printer is paused.',
    next: 'Press Pause on the printer, or start its queue. What waits then prints by itself.',
  },
  'printer-not-ready': {
    what: 'The printer is not ready.',
    next: 'Fix what its display shows. Waiting labels then print by themselves.',
  },
  'print-unknown': {
    what: 'It is not known whether the label was printed. Packbench will not print it again by itself.',
    next: 'Answer in Resolve whether it came out.',
  },
  'print-held': {
    what: 'The printer has the label but has not printed it yet.',
    next: 'Fix the printer: the label then prints by itself. Confirm it in Resolve.',
  },
  'wait-stopped': { what: 'You stopped waiting for the answer. Nothing was bought.', next: 'Try again, or put the parcel aside.' },
  'print-failed': { what: 'The label was not printed. The shipment stays booked.', next: 'Check the printer, then reprint.' },
  'journal-unwritable': {
    what: 'This computer cannot store what it does, so nothing may be bought.',
    next: 'Stop packing here and tell the shift lead: the disk may be full.',
  },
  'journal-lost': {
    what: 'The records of this bench cannot be read, and there is no good backup.',
    next: 'Nothing can be booked until the shift lead decides what to do.',
  },
  'journal-damaged': {
    what: 'The records of this bench are damaged.',
    next: 'Stop packing here and tell the shift lead. Close Packbench and start it again: it restores the newest good backup.',
  },
  'answer-not-written': {
    what: 'This computer cannot store the result of the last parcel.',
    next: 'Do not ship this order again, and do not close Packbench: it knows the answer. Free some disk space. Packbench then goes on by itself.',
  },
  'disk-low': {
    what: 'The disk of this computer is nearly full, so nothing is bought.',
    next: 'Tell the shift lead to free some space. What is shipped can still be found and printed again.',
  },
  'may-be-shipped': {
    what: 'This order may already have been shipped.',
    next: 'Nothing was bought. Scan it again: the screen shows what to check first.',
  },
  'file-not-written': { what: 'The file could not be written. Its content is still in Packbench.', next: 'Choose another place.' },
  'not-allowed': { what: 'You may not do this at this bench. Nothing was changed.', next: 'Call the shift lead.' },
  'pin-wrong': { what: 'That is not the PIN of the shift lead. Nothing was changed.', next: 'Type it again, or call the shift lead.' },
  'badge-unknown': {
    what: 'Nobody on the list has this badge. Nothing was changed.',
    next: 'Scan your own badge, or choose your name and type your PIN.',
  },
  'badge-too-soon': {
    what: 'Too many unknown badges were scanned. This one was not checked, and nothing was changed.',
    next: 'Wait, then scan your badge again. A name with a PIN need not wait.',
  },
  'person-pin-wrong': { what: 'That is not the PIN of this name. Nothing was changed.', next: 'Type it again, or scan your badge.' },
  'reason-missing': { what: 'A reason is needed. Nothing was changed yet.', next: 'Enter the reason in a few words.' },
  'url-not-allowed': {
    what: 'This is not a valid address for the service. Nothing was sent to it.',
    next: 'Correct it in Setup: it begins with https://.',
  },
  'pin-too-soon': {
    what: 'Too many wrong PINs were typed. This one was not checked, and nothing was changed.',
    next: 'Wait, then type it once more. An admin can set a new one in Setup.',
  },
  'proof-wrong': {
    what: 'That is neither the secret of the account nor the recovery code. Nothing was changed.',
    next: 'Type it again as it was given to you.',
  },
  'proof-gone': {
    what: 'The account and the recovery code were deleted from this computer, so no proof can be checked. Nothing was changed.',
    next: 'Call an administrator: the folder credentials has to come back from a copy of this computer.',
  },
  'recovery-code-wrong': {
    what: 'This code does not open these backups. Nothing was changed.',
    next: 'Compare each letter with the paper. A newer code replaces the one before.',
  },
  'passphrase-wrong': {
    what: 'This is not the passphrase. Nothing was opened.',
    next: 'Type it again. If it is lost, use the recovery code.',
  },
  'passphrase-missing': {
    what: 'This computer has no key store, so nothing would protect keys and addresses on its disk. Nothing was saved.',
    next: 'Set a passphrase in Setup, Bench. Training works without one.',
  },
  'recovery-key-missing': {
    what: 'This folder contains no recovery key. Nothing was changed.',
    next: 'Name the folder that holds the backups and the file recovery-key.',
  },
  'recovery-not-empty': {
    what: 'This bench already has data of its own. Nothing was changed.',
    next: 'Start Packbench with an empty data folder (--data-dir=FOLDER), and enter the code there.',
  },
  'data-locked': {
    what: 'The stored data cannot be opened on this computer by this user. Nothing was sent, bought or changed.',
    next: 'Enter the recovery code, or sign in as the user who packs here.',
  },
  'key-of-another-address': {
    what: 'The kept key belongs to another address, so it was not sent to this one.',
    next: 'Enter key and secret for this address in Setup, or go back to the old address.',
  },
  'link-not-allowed': { what: 'This link is not allowed, so it was not opened.', next: 'Tell the shift lead.' },
  'setting-invalid': { what: 'This value is not valid. The previous value is still in use.', next: 'Correct it.' },
  'only-in-sandbox': {
    what: 'This is for the sandbox only. Nothing was asked and nothing was bought.',
    next: 'Switch to the sandbox in Setup.',
  },
  'no-quotes-to-check': {
    what: 'The sandbox gave no price for the test parcel with any spelling. Nothing was learned and nothing was booked.',
    next: 'Read its message. If it names a spelling, choose that spelling below. If not, show the message to the service.',
  },
  'not-now': { what: 'That is not possible right now. Nothing was changed.', next: 'Look at the screen and try again.' },
  bug: { what: 'Something went wrong inside Packbench. Bookings are saved.', next: 'Scan the order again.' },
};
