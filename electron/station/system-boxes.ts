// Contents of operating system dialogs, for cases in which Packbench's window cannot show them itself.

export interface SystemBox {
  /** The event, in one sentence. */
  readonly message: string;
  /** Meaning of the event, and the next step. */
  readonly detail: string;
  /** The first button is the default if no one answers. */
  readonly buttons: readonly [string, ...string[]];
}

/** A bug stopped the program. `ref` is the reference in the log. */
export const stoppedByBug = (ref: string, restarts: boolean): SystemBox => ({
  message: restarts ? 'Packbench has to start again' : 'Packbench stopped several times',
  detail: restarts
    ? `Something went wrong inside the program. Everything that was booked and printed is stored. After the restart, Resolve shows what is in doubt.\n\nReference ${ref}`
    : `The same happened after each restart, so Packbench does not start again by itself. Everything that was booked and printed is stored. Start it again, or call the administrator.\n\nReference ${ref}`,
  buttons: [restarts ? 'Start again' : 'Close'],
});

/** The window crashed more often than it is opened again automatically. */
export const windowKeepsFailing: SystemBox = {
  message: 'The window of Packbench keeps failing',
  detail:
    'It was reloaded several times. Bookings and labels go on without it. Reload it once more, or start Packbench again. If it happens again, call the administrator.',
  buttons: ['Reload it', 'Start Packbench again'],
};

/** A file named by a command line or a second start was not imported. `name` is the file name without its folder. */
export const notImported = (name: string): SystemBox => ({
  message: `${name} was not imported`,
  detail: 'None of its orders was imported. Open Orders: it shows the reason. If it shows none, the file was not found. Choose it there.',
  buttons: ['OK'],
});
