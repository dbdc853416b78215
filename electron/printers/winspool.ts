import koffi, { type LibraryHandle, type TypeObject } from 'koffi';

/** A queue as Windows describes it. windows-status.ts interprets its numbers. */
export interface WindowsQueue {
  readonly name: string;
  readonly driver: string;
  readonly status: number;
  readonly attributes: number;
  /** The paper of the queue's own settings, if they give it by size. */
  readonly paper: WindowsPaper | undefined;
}

export interface WindowsPaper {
  readonly widthMm: number;
  readonly heightMm: number;
}

/** A paper with the number that a driver uses for it. */
export interface WindowsForm extends WindowsPaper {
  readonly kind: number;
}

export interface WindowsDriver {
  /** 3 takes raw bytes; 4 renders everything itself. */
  readonly version: number;
  readonly attributes: number;
}

export interface WindowsJob {
  readonly id: number;
  readonly document: string;
  readonly status: number;
  /** Number of printed pages, if the driver reports it. */
  readonly pages: number;
}

/**
 * The spooler of Windows, one document at a time. Every call blocks until Windows answers; for a dead print server that takes half a minute
 * or more.
 */
export interface Winspool {
  queues(): readonly WindowsQueue[];
  queue(name: string): WindowsQueue;
  driver(queue: string): WindowsDriver;
  forms(queue: string): readonly WindowsForm[];
  /** True if Windows lets only its own drivers print. */
  isProtected(): boolean;
  /** Opens a document for raw bytes and returns its job number. */
  begin(queue: string, title: string): number;
  /** Returns the number of bytes taken. */
  write(bytes: Uint8Array): number;
  end(): void;
  jobs(queue: string): readonly WindowsJob[];
  /** Deletes a job, including the part that has not left the spooler. */
  cancel(queue: string, job: number): void;
}

/** The call that Windows refused, and Windows' error number. */
export class WindowsRefusal extends Error {
  readonly call: string;
  readonly number: number;

  constructor(call: string, number: number) {
    super(`${call} failed with ${number}`);
    this.call = call;
    this.number = number;
  }
}

const localAndConnected = 2 | 4;
const mostJobs = 1000;
const deleteJob = 5;
/** Queries to a driver: the numbers of its papers, and their sizes in tenths of a millimetre. */
const [paperKinds, paperSizes] = [2, 3];
const mostForms = 1000;
const localMachine = -2_147_483_646;
const asNumber = 0x10;

type PrinterInfo = {
  pPrinterName: string;
  pPortName: string;
  pDriverName: string;
  pDevMode: unknown;
  Status: number;
  Attributes: number;
};

/** `spooler` is the library with the printing calls, `errors` the one with GetLastError, `registry` the one with RegGetValueW. */
export function openWinspool({
  spooler,
  errors,
  registry,
}: {
  readonly spooler: string;
  readonly errors: string;
  readonly registry: string;
}): Winspool {
  const structs = declareStructs();
  const { calls, must, open, refusal } = createCalls(spooler, errors);

  function withQueue<T>(queue: string, use: (printer: unknown) => T): T {
    const printer = open(queue);
    try {
      return use(printer);
    } finally {
      calls.ClosePrinter(printer);
    }
  }

  const described = (queue: string): PrinterInfo =>
    withQueue(queue, (printer) => one<PrinterInfo>((...into) => must('GetPrinterW', printer, 2, ...into), structs.printer));

  /** Reads one property of a driver's papers, with `perForm` numbers for each paper. */
  function capability(queue: string, port: string, which: number, perForm: number): number[] {
    const buffer = Buffer.alloc(mostForms * perForm * 4);
    const count = calls.DeviceCapabilitiesW(queue, port, which, null, null) as number;
    if (count < 0 || count > mostForms) throw refusal('DeviceCapabilitiesW');
    if (calls.DeviceCapabilitiesW(queue, port, which, buffer, null) !== count) throw refusal('DeviceCapabilitiesW');
    const bytes = which === paperKinds ? 2 : 4;
    return Array.from({ length: count * perForm }, (_, index) => buffer.readUIntLE(index * bytes, bytes));
  }

  const queueFrom = (info: PrinterInfo): WindowsQueue => ({
    name: info.pPrinterName,
    driver: info.pDriverName,
    status: info.Status,
    attributes: info.Attributes,
    paper: paperIn(info.pDevMode, structs.settings),
  });

  let printing: unknown;
  function closePrinting(): void {
    calls.ClosePrinter(printing);
    printing = undefined;
  }

  return {
    queues: () =>
      listed<PrinterInfo>(
        (buffer, bytes, needed, count) => must('EnumPrintersW', localAndConnected, null, 2, buffer, bytes, needed, count),
        structs.printer,
      ).map(queueFrom),
    queue: (name) => queueFrom(described(name)),
    driver: (name) =>
      withQueue(name, (printer) => {
        type DriverInfo = { readonly cVersion: number; readonly dwPrinterDriverAttributes: number };
        const found = one<DriverInfo>((...into) => must('GetPrinterDriverW', printer, null, 8, ...into), structs.driver);
        return { version: found.cVersion, attributes: found.dwPrinterDriverAttributes };
      }),
    forms(name) {
      const { pPortName } = described(name);
      const sizes = capability(name, pPortName, paperSizes, 2);
      return capability(name, pPortName, paperKinds, 1).map((kind, index) => ({
        kind,
        widthMm: (sizes[2 * index] ?? 0) / 10,
        heightMm: (sizes[2 * index + 1] ?? 0) / 10,
      }));
    },
    isProtected: protectionIn(registry),
    begin(queue, title) {
      printing = open(queue);
      try {
        const job = must<number>('StartDocPrinterW', printing, 1, { pDocName: title, pOutputFile: null, pDatatype: 'RAW' });
        must('StartPagePrinter', printing);
        return job;
      } catch (error) {
        closePrinting();
        throw error;
      }
    },
    write(bytes) {
      const taken = [0];
      must('WritePrinter', printing, bytes, bytes.length, taken);
      return taken[0] ?? 0;
    },
    end() {
      try {
        must('EndPagePrinter', printing);
        must('EndDocPrinter', printing);
      } finally {
        closePrinting();
      }
    },
    jobs: (queue) =>
      withQueue(queue, (printer) =>
        listed<{ JobId: number; pDocument: string | null; Status: number; PagesPrinted: number }>(
          (buffer, bytes, needed, count) => must('EnumJobsW', printer, 0, mostJobs, 1, buffer, bytes, needed, count),
          structs.job,
        ).map((job) => ({ id: job.JobId, document: job.pDocument ?? '', status: job.Status, pages: job.PagesPrinted })),
      ),
    cancel(queue, job) {
      // A job with an open handle would stay in its queue.
      if (printing !== undefined) closePrinting();
      withQueue(queue, (printer) => must('SetJobW', printer, job, 0, null, deleteJob));
    },
  };
}

/** Reads from the registry if Windows lets only its own drivers print. */
function protectionIn(registry: string): () => boolean {
  const getValue = koffi
    .load(registry)
    .func(
      'int32_t __stdcall RegGetValueW(intptr_t key, str16 path, str16 name, uint32_t flags, void *type, _Out_ uint32_t *value, _Inout_ uint32_t *bytes)',
    );
  return () =>
    ['WindowsProtectedPrintMode', 'WindowsProtectedPrintGroupPolicyState'].some((name) => {
      const value = [0];
      const path = String.raw`SOFTWARE\Policies\Microsoft\Windows NT\Printers\WPP`;
      return getValue(localMachine, path, name, asNumber, null, value, [4]) === 0 && value[0] === 1;
    });
}

/** Declares the structures of Windows by their names, once per process. */
function declareStructs() {
  koffi.pointer('HANDLE', koffi.opaque());
  koffi.struct('DOC_INFO_1W', { pDocName: 'str16', pOutputFile: 'str16', pDatatype: 'str16' });
  return {
    printer: koffi.struct('PRINTER_INFO_2W', {
      pServerName: 'str16',
      pPrinterName: 'str16',
      pShareName: 'str16',
      pPortName: 'str16',
      pDriverName: 'str16',
      pComment: 'str16',
      pLocation: 'str16',
      pDevMode: 'void *',
      pSepFile: 'str16',
      pPrintProcessor: 'str16',
      pDatatype: 'str16',
      pParameters: 'str16',
      pSecurityDescriptor: 'void *',
      Attributes: 'uint32_t',
      Priority: 'uint32_t',
      DefaultPriority: 'uint32_t',
      StartTime: 'uint32_t',
      UntilTime: 'uint32_t',
      Status: 'uint32_t',
      cJobs: 'uint32_t',
      AveragePPM: 'uint32_t',
    }),
    driver: koffi.struct('DRIVER_INFO_8W', {
      cVersion: 'uint32_t',
      texts: koffi.array('void *', 10),
      ftDriverDate: koffi.array('uint32_t', 2),
      dwlDriverVersion: 'uint64_t',
      moreTexts: koffi.array('void *', 8),
      dwPrinterDriverAttributes: 'uint32_t',
      pszzCoreDriverDependencies: 'void *',
      ftMinInboxDriverVerDate: koffi.array('uint32_t', 2),
      dwlMinInboxDriverVerVersion: 'uint64_t',
    }),
    settings: koffi.struct('DEVMODEW', {
      names: koffi.array('uint16_t', 36),
      dmFields: 'uint32_t',
      dmOrientation: 'int16_t',
      dmPaperSize: 'int16_t',
      dmPaperLength: 'int16_t',
      dmPaperWidth: 'int16_t',
    }),
    job: koffi.struct('JOB_INFO_1W', {
      JobId: 'uint32_t',
      pPrinterName: 'str16',
      pMachineName: 'str16',
      pUserName: 'str16',
      pDocument: 'str16',
      pDatatype: 'str16',
      pStatus: 'str16',
      Status: 'uint32_t',
      Priority: 'uint32_t',
      Position: 'uint32_t',
      TotalPages: 'uint32_t',
      PagesPrinted: 'uint32_t',
      Submitted: koffi.array('uint16_t', 8),
    }),
  };
}

/** Calls of the spooler that throw a WindowsRefusal if Windows refuses. */
function createCalls(spooler: string, errors: string) {
  const calls = callsOf(koffi.load(spooler));
  const lastError = koffi.load(errors).func('uint32_t __stdcall GetLastError()');
  const refusal = (call: keyof typeof calls): WindowsRefusal => new WindowsRefusal(call, lastError());

  /** Returns the result of a call; throws a WindowsRefusal if the result is empty. */
  function must<T>(name: keyof typeof calls, ...args: unknown[]): T {
    const answer: unknown = calls[name](...args);
    if (!answer) throw refusal(name);
    return answer as T;
  }

  function open(queue: string): unknown {
    const opened: unknown[] = [null];
    must('OpenPrinterW', queue, opened, null);
    return opened[0];
  }

  return { calls, must, open, refusal };
}

/** Calls a list function twice: for the size, then for the list itself. */
function listed<T>(list: (buffer: Buffer | null, bytes: number, needed: number[], count: number[]) => void, type: TypeObject): T[] {
  const [needed, count] = [[0], [0]];
  const insufficientBuffer = 122;
  try {
    list(null, 0, needed, count);
  } catch (error) {
    if (!(error instanceof WindowsRefusal && error.number === insufficientBuffer)) throw error;
  }
  if (!needed[0]) return [];
  const buffer = Buffer.alloc(needed[0]);
  list(buffer, buffer.length, needed, count);
  return Array.from({ length: count[0] ?? 0 }, (_, index) => koffi.decode(buffer, index * koffi.sizeof(type), type) as T);
}

/** Reads a single record in the same way as a list. */
function one<T>(read: (buffer: Buffer | null, bytes: number, needed: number[]) => void, type: TypeObject): T {
  const [found] = listed<T>((buffer, bytes, needed, count) => {
    read(buffer, bytes, needed);
    count[0] = 1;
  }, type);
  if (found === undefined) throw new WindowsRefusal('no record', 0);
  return found;
}

const ofSize = 4 | 8;
function paperIn(settings: unknown, type: TypeObject): WindowsPaper | undefined {
  type Settings = { readonly dmFields: number; readonly dmPaperLength: number; readonly dmPaperWidth: number };
  const { dmFields, dmPaperLength, dmPaperWidth } = koffi.decode(settings, type) as Settings;
  return (dmFields & ofSize) === ofSize ? { widthMm: dmPaperWidth / 10, heightMm: dmPaperLength / 10 } : undefined;
}

function callsOf(from: LibraryHandle) {
  const declared = (signature: string): ((...args: unknown[]) => unknown) => from.func(signature);
  return {
    EnumPrintersW: declared(
      'bool __stdcall EnumPrintersW(uint32_t flags, str16 name, uint32_t level, _Out_ uint8_t *buffer, uint32_t bytes, _Out_ uint32_t *needed, _Out_ uint32_t *count)',
    ),
    OpenPrinterW: declared('bool __stdcall OpenPrinterW(str16 name, _Out_ HANDLE *printer, void *defaults)'),
    GetPrinterW: declared(
      'bool __stdcall GetPrinterW(HANDLE printer, uint32_t level, _Out_ uint8_t *buffer, uint32_t bytes, _Out_ uint32_t *needed)',
    ),
    GetPrinterDriverW: declared(
      'bool __stdcall GetPrinterDriverW(HANDLE printer, str16 environment, uint32_t level, _Out_ uint8_t *buffer, uint32_t bytes, _Out_ uint32_t *needed)',
    ),
    DeviceCapabilitiesW: declared(
      'int32_t __stdcall DeviceCapabilitiesW(str16 queue, str16 port, uint16_t which, _Out_ uint8_t *buffer, void *settings)',
    ),
    StartDocPrinterW: declared('uint32_t __stdcall StartDocPrinterW(HANDLE printer, uint32_t level, DOC_INFO_1W *info)'),
    StartPagePrinter: declared('bool __stdcall StartPagePrinter(HANDLE printer)'),
    WritePrinter: declared('bool __stdcall WritePrinter(HANDLE printer, const uint8_t *buffer, uint32_t bytes, _Out_ uint32_t *written)'),
    EndPagePrinter: declared('bool __stdcall EndPagePrinter(HANDLE printer)'),
    EndDocPrinter: declared('bool __stdcall EndDocPrinter(HANDLE printer)'),
    ClosePrinter: declared('bool __stdcall ClosePrinter(HANDLE printer)'),
    EnumJobsW: declared(
      'bool __stdcall EnumJobsW(HANDLE printer, uint32_t first, uint32_t most, uint32_t level, _Out_ uint8_t *buffer, uint32_t bytes, _Out_ uint32_t *needed, _Out_ uint32_t *count)',
    ),
    SetJobW: declared('bool __stdcall SetJobW(HANDLE printer, uint32_t job, uint32_t level, void *info, uint32_t command)'),
  };
}
