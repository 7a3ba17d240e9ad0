// Interactive fiction, played on the device.
//
//     final narratoria = await Narratoria.open();
//     narratoria.watch().listen((event) => print(event.kind));
//     final played = await narratoria.story.play(campaign: 'grey-harbour', story: 'friday');
//     final turn = await narratoria.story.choose(story: played.story, choice: played.record.choices.first.id);

export 'src/api.dart';
export 'src/engine.dart';
