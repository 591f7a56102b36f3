import type { ReservedWords } from '../reserved-words.ts';

export const computersAndAccessories: Readonly<Record<string, ReservedWords>> = {
  Keyboards: {
    needs: [
      'what novelists clatter away on nowadays in place of a typewriter',
      'the thing with rows of buttons that clerks drum on',
      'something for ten fingers to enter data with',
      'what collects biscuit crumbs between its many buttons',
      'something to hammer passwords and spreadsheets into a machine with',
      'what I reach for to hit ctrl alt delete',
    ],
    names: [
      'a typewriter that needs no paper',
      'a bank of buttons for data entry',
      'a ten-finger console for novelists and clerks',
      'a clicking grid that spreadsheets are filled in from',
    ],
  },
  'Computer Mice': {
    needs: [
      'the rodent that lives beside a keyboard',
      'something for clicking twice on icons',
      'what my hand cups while surfing the internet',
      'something to nudge the cursor with',
      'what snipers in online shooters aim with',
      'something with a left and a right button for choosing menu items',
    ],
    names: [
      'a cursor mover for one hand',
      'a clicky rodent with a tail or without',
      'an icon clicker for spreadsheets and browsers',
      'a two-button companion to the keyboard',
    ],
  },
  'USB Hubs': {
    needs: [
      'what an ultrabook with a single opening needs to host mouse plus thumb drive',
      'an octopus to feed keyboards and backup disks into',
      'a cure for notebooks whose maker was stingy with jacks',
      'something that saves swapping the mouse plug for the headset plug all day',
      'a power-strip equivalent for data cables',
      'the dongle everyone borrows in meeting rooms',
    ],
    names: [
      'a dongle with several inlets',
      'a jack multiplier for ultrabooks',
      'a branching octopus for peripherals',
      'a junction where data cables meet',
    ],
  },
  'External Storage': {
    needs: [
      'what keeps my thesis safe if the notebook gets stolen',
      'something that swallows gigabytes and lies in a drawer',
      'the plug-in attic for my digital clutter',
      'what spies smuggle secret dossiers on',
      'an archive I can yank out and lock in a vault',
      'where to dump pics when the phone complains that it is full',
    ],
    names: [
      'a vault for gigabytes to plug in',
      'a detachable archive for bytes',
      'the modern heir of the floppy disk',
      'a digital attic for my drawer',
    ],
  },
  Webcams: {
    needs: [
      'what makes my face appear in the conference grid',
      'something my colleagues watch me through during remote stand-ups',
      'the hardware whose lack leaves only a black tile with my initials',
      'something to look into while chatting with granny across the ocean',
      'what privacy freaks tape over',
      'something that broadcasts my grin live from the study',
    ],
    names: [
      'a peephole for remote colleagues',
      'a conference-call portrait maker',
      'a grin broadcaster for the study',
      'the sight organ of a workstation',
    ],
  },
  'Laptop Stands': {
    needs: [
      'what gives an ultrabook breathing space',
      'a pedestal for a clamshell pc',
      'what keeps a thin pc off the bare tabletop or blanket',
      'what holds an ultrabook in place of a heap of thick books',
      'something my clamshell pc can rest in or upon',
      'furniture for an ultrabook rather than for people',
    ],
    names: [
      'a plinth for a slim pc',
      'a perch for an ultrabook',
      'a cradle for a clamshell pc',
      'a piece of furniture that only an ultrabook uses',
    ],
  },
  Monitors: {
    needs: [
      'what workers stare at from nine to five',
      'the glowing rectangle my cursor lives in',
      'where the image from a graphics card ends up',
      'what traders line up in rows of six to watch charts',
      'something for my eyes since the box beneath the table has no picture of its own',
      'extra pixels so that I can view two documents side by side',
    ],
    names: [
      'a glowing pane behind the keyboard',
      'a pixel rectangle for a workstation',
      'a visual output for a graphics card',
      'the chart-watching pane of a trader',
    ],
  },
};
